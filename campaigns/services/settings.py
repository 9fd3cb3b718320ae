"""The kind of record that the settings of a series are: each form of them writes other columns of its row."""

from campaigns.core.records.kind import RecordKind
from campaigns.models import Series


class Settings(RecordKind[Series]):
    """Settings of a series. A fight under way keeps its options, and deadlines that run are not brought nearer."""

    model = Series

    def find(self, series: Series, row: Series) -> Series:
        """Return the series, which is locked."""
        return series


SETTINGS = Settings()
