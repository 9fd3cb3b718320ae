"""Pushes to browsers: encrypted for the device (RFC 8291) and signed by this site (VAPID, RFC 8292).

The key of the site is derived from `SECRET_KEY`: all processes have it, and there is nothing more to keep.
"""

import base64
import json
import os
import time
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import http_ece
import jwt
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation

from campaigns.core.language import translate
from campaigns.core.site_url import get_site_url
from campaigns.core.timezone import parse_timezone
from campaigns.models import Delivery, NoticeSettings, PushDevice
from campaigns.notices.outcome import Outcome
from campaigns.notices.outside import post

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve's group."""
DAY = 24 * 3600
MAX_LETTERS = 600
"""The most characters of the sentence: encrypted, a push must fit into 4,096 bytes."""


@lru_cache(maxsize=4)
def _derive_key(secret: str) -> ec.EllipticCurvePrivateKey:
    material = HKDF(hashes.SHA256(), 48, salt=None, info=b"storywheel push").derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(material) % (ORDER - 1) + 1, CURVE)


def site_key() -> ec.EllipticCurvePrivateKey:
    """Return the key with which this site signs its pushes."""
    return _derive_key(settings.PUSH_KEY or settings.SECRET_KEY)


def public_key() -> str:
    """Return the public half for browsers, base64url."""
    point = site_key().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return to_base64(point)


def to_base64(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64(text: str) -> bytes:
    """Return the bytes of base64url, with padding or without. Raises `ValueError` if it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def is_device_key(p256dh: str, auth: str) -> bool:
    """Whether these are a point of the curve and a secret of 16 bytes, as browsers give them."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64(p256dh))
        return len(from_base64(auth)) == 16
    except ValueError:
        return False


def send_push(delivery: Delivery, device: PushDevice, chosen: NoticeSettings | None) -> Outcome:
    """Push a notice to a device. A later push with the same topic takes the place of one that was not shown yet."""
    language = chosen.language if chosen and chosen.language else settings.LANGUAGE_CODE
    zone = parse_timezone(chosen.zone if chosen else "")
    with translation.override(language), timezone.override(zone):
        payload = write_payload(delivery)
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(DAY),
        "Topic": f"notice-{delivery.notice_id}",
        "Urgency": "normal",
        "Authorization": sign(device.endpoint),
    }
    return post(device.endpoint, encrypt(payload, device), headers)


def write_payload(delivery: Delivery) -> bytes:
    """Return what the service worker shows, in the active language, as JSON."""
    notice = delivery.notice
    payload = {
        "title": notice.series.name,
        "body": translate(notice.words)[:MAX_LETTERS],
        "tag": f"notice-{notice.pk}",
        "path": reverse("notice", args=[notice.pk]),
    }
    return json.dumps(payload, ensure_ascii=False).encode()


def encrypt(payload: bytes, device: PushDevice) -> bytes:
    """Return a payload that only this device can read."""
    encrypted: bytes = http_ece.encrypt(
        payload,
        salt=os.urandom(16),
        private_key=ec.generate_private_key(CURVE),
        dh=from_base64(device.p256dh),
        auth_secret=from_base64(device.auth),
        version="aes128gcm",
    )
    return encrypted


def sign(endpoint: str) -> str:
    """Return the header that tells a push service who sends."""
    parts, site = urlsplit(endpoint), get_site_url()
    claims: dict[str, Any] = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + DAY // 2,
        "sub": site if site.startswith("https:") else f"mailto:{settings.DEFAULT_FROM_EMAIL}",
    }
    return f"vapid t={jwt.encode(claims, site_key(), algorithm='ES256')}, k={public_key()}"
