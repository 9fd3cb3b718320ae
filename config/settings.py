"""Settings. The embedded server needs no environment variables; a shared server sets a few."""

import os
from pathlib import Path
from urllib.parse import urlsplit

import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF
from psycopg import IsolationLevel
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.retry import Retry as SyncRetry

from config.server.languages import SOURCE, find_languages
from config.server.secret_key import get_or_create_key

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
env.ENVIRON = {name: value for name, value in os.environ.items() if value}  # an empty variable counts as unset

# ---- Where it runs

VAR_DIR = Path(env.str("STORYWHEEL_VAR", default=str(BASE_DIR / "var")))
"""Where the embedded server stores its data: the database, the secret key, static files."""
VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

DEBUG = env.bool("DEBUG", default=False)
PRODUCTION = env.bool("STORYWHEEL_PRODUCTION", default=False)
"""Whether strangers reach this server. Then it refuses to start with settings that are only safe at home
(`config.checks`)."""
GIVEN_SECRET_KEY = env.str("SECRET_KEY", default="")
SECRET_KEY = GIVEN_SECRET_KEY or get_or_create_key(VAR_DIR)
SECURE = env.bool("STORYWHEEL_TLS", default=False)
"""Whether people reach this server by https (through a proxy): secure cookies, HSTS, redirects."""
GIVEN_HOSTS = env.list("ALLOWED_HOSTS", default=[])
ALLOWED_HOSTS = GIVEN_HOSTS or ["127.0.0.1", "localhost", "[::1]"]
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# ---- What it is made of

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",  # for allauth's list of passkeys
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "allauth.socialaccount",
    "channels",
    "django_htmx",
    "config",
    "campaigns",
    "play",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # a table's page is ten times smaller; forms' tokens are masked each time
    "csp.middleware.CSPMiddleware",
    "config.server.middleware.forbid_storing",
    "config.server.outage.Outage",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.server.limits.throttle.throttle",
    "config.demo.public.gate.DemoGate",
    "config.accounts.second_step.SecondStep",
    "config.server.middleware.refuse_nul",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
template_loaders = ["config.server.templates.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES = [
    {
        "BACKEND": "config.server.templates.Templates",
        "NAME": "django",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "campaigns.core.context_processors.theme",
                "config.demo.public.banner.banner",
            ],
            "loaders": template_loaders if DEBUG else [("django.template.loaders.cached.Loader", template_loaders)],
        },
    },
]

# ---- Processes and the database

WEB_PROCESSES = env.int("WEB_CONCURRENCY", default=1)
"""The number of processes that uvicorn starts. It reads the same variable."""
TABLE_THREADS = env.int("TABLE_THREADS", default=4)
"""The number of threads that read for tables. Twice as many answer clicks, and unless one thread commits all commands,
as many write them. Each keeps its connection."""

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'storywheel.sqlite3'}")}
ONE_WRITER = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
"""Whether one thread of this process carries out all commands, and commits them together. Else the database orders
them."""
if ONE_WRITER:
    # IMMEDIATE takes the write lock before the first read, so that two writers never deadlock into "locked";
    # FULL keeps an acknowledged command through a power cut.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;",
    }
    DATABASES["default"]["CONN_MAX_AGE"] = None
    file = Path(DATABASES["default"]["NAME"])
    PRIVATE_FILES = [file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")]
    SNAPSHOT_OPTIONS = {**DATABASES["default"]["OPTIONS"], "transaction_mode": "DEFERRED"}
    SNAPSHOT_STATEMENT = ""
else:
    PRIVATE_FILES = []
    DATABASES["default"]["ENGINE"] = "config.server.postgresql"
    link_options = DATABASES["default"].get("OPTIONS", {})  # what the address says behind its ?, as sslmode=require
    # Eight connections are for pages; the threads and the one that draws have their own. While the database is away
    # nobody waits long for a connection, and each request makes the pool try again; with its default of minutes between
    # tries it would notice late that the database is back.
    longest = env.int("STORYWHEEL_STATEMENT_SECONDS", default=60)  # then the database breaks a statement off
    DATABASES["default"]["OPTIONS"] = link_options | {
        "options": f"{link_options.get('options', '')} -c statement_timeout={longest}s".strip(),
        "pool": {"min_size": 2, "max_size": 4 * TABLE_THREADS + 9, "timeout": 3, "reconnect_timeout": 1},
    }
    SNAPSHOT_OPTIONS = link_options | {"isolation_level": IsolationLevel.REPEATABLE_READ}
    SNAPSHOT_STATEMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"
"""With `SNAPSHOT_OPTIONS` a connection sees all as it was at one moment, and holds up nobody (`config.backup`); so does
a transaction that begins with the statement, where one does not anyway (`config.transfer`)."""
ID_COUNTERS = {
    "sqlite3": "config.backup.sequences.SqliteCounters",
    "postgresql": "config.backup.sequences.PostgresCounters",
}
"""The class that reads and sets the id counters of each kind of database. Moving a database uses two of them."""
SCRATCH_DATABASE = {"ENGINE": "django.db.backends.sqlite3", "OPTIONS": {}}
"""A temporary database, in which the backup of an older version is migrated (`config.backup`)."""
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# ---- What carries news and tasks

redis_url = env.str("REDIS_URL", default="")
NOTIFIES_OTHERS = bool(redis_url)
"""Whether news and tasks go through Redis to other processes. Else this process does everything itself."""
OWN_WORKER = False
"""Whether this process runs background tasks, as that of `manage.py serve` does."""
if NOTIFIES_OTHERS:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            # One retry at once, for a connection that a restart has cut. The hub recovers what is lost.
            "CONFIG": {"hosts": [{"address": redis_url, "retry": Retry(NoBackoff(), 1), "socket_connect_timeout": 1}]},
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "config.server.cache.FallbackRedisCache",
            "LOCATION": redis_url,
            "OPTIONS": {"retry": SyncRetry(NoBackoff(), 1), "socket_connect_timeout": 1, "socket_timeout": 1},
        }
    }
    CELERY_BROKER_URL = redis_url
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    # Rate limits are counted in it, and beyond MAX_ENTRIES it drops entries: a stranger could make the default of 300.
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20_000}}
    }
    CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = "memory://localhost/", {"polling_interval": 0.1}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "celery"
POSTS_QUEUE = "posts"
"""The queue of what speaks to servers of others, which may be slow or silent: a process of its own waits for them."""
CELERY_TASK_ROUTES = {"config.tasks.post_outside": {"queue": POSTS_QUEUE}}
TASK_PROCESSES = env.int("STORYWHEEL_TASK_PROCESSES", default=2)
"""The most background tasks that `manage.py work` carries out at once. While little is to do there is one process."""
CELERY_TASK_TIME_LIMIT = 600
"""Seconds after which the worker kills the process of a task that hangs, and starts a new one. The embedded worker has
threads, which cannot be killed."""
PUBLIC_DEMO = env.bool("STORYWHEEL_PUBLIC_DEMO", default=False)
"""Whether strangers may take seats here (`config.demo.public`). `manage.py serve --public-demo` sets it, too."""
DEMO_RESET_HOUR = env.int("STORYWHEEL_DEMO_HOUR", default=4)
"""The hour of the day, in UTC, at which the public demo is reset."""
CELERY_BEAT_SCHEDULER = "celery.beat:PersistentScheduler" if ONE_WRITER else "config.background.clock:OneClock"
"""The clock of the tasks: the only process of SQLite is it; those of a shared database agree which of them is."""
CELERY_BEAT_SCHEDULE = {
    "clear expired sessions": {"task": "campaigns.tasks.clear_expired_sessions", "schedule": 86_400},
    "watch the backups": {"task": "config.tasks.watch_backups", "schedule": 3_600},
    "clear the old audit log": {"task": "campaigns.tasks.clear_old_audit", "schedule": 86_400},
    "tidy the search": {"task": "config.tasks.tidy_search", "schedule": 86_400},
    "index the logs": {"task": "config.tasks.index_logs", "schedule": 60, "options": {"expires": 60}},
    "turn tables": {"task": "config.tasks.turn_tables", "schedule": 15, "options": {"expires": 15}},
    "post outside": {"task": "config.tasks.post_outside", "schedule": 10, "options": {"expires": 10}},
    "clear old notices": {"task": "campaigns.tasks.clear_old_notices", "schedule": 86_400},
    "reset the public demo": {
        "task": "config.tasks.reset_public_demo",
        "schedule": crontab(hour=str(DEMO_RESET_HOUR), minute="0"),
    },
    "give up idle tables of the public demo": {
        "task": "config.tasks.give_up_idle_demo_tables",
        "schedule": 600,
        "options": {"expires": 600},
    },
    "turn downtimes": {"task": "campaigns.tasks.turn_downtimes", "schedule": 15, "options": {"expires": 15}},
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# ---- Accounts and signing in

AUTH_USER_MODEL = "campaigns.User"
AUTHENTICATION_BACKENDS = ["config.accounts.SignIn"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
INVITE_ONLY = env.bool("STORYWHEEL_INVITE_ONLY", default=False)
"""Whether signing up needs an open link to a series, or the host's invitation (`manage.py invite`)."""
MAIL = bool(env.str("EMAIL_URL", default=""))
"""Whether there is a mail server. Then new accounts verify an address, and passwords are reset by e-mail."""
vars().update(env.email("EMAIL_URL", default="dummymail://"))  # without a server, e-mails go nowhere
EMAIL_TIMEOUT = 10
ADMINS = [("", address) for address in env.list("STORYWHEEL_ADMINS", default=[])]
"""Who gets e-mails about errors (`config.server.monitoring.alarms`)."""
EMAIL_SUBJECT_PREFIX = "[Storywheel] "
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.str("EMAIL_FROM", default=f"storywheel@{ALLOWED_HOSTS[0].lstrip('.')}")

SITE_URL = env.str("STORYWHEEL_URL", default="").rstrip("/")
"""The URL of this site, for links in e-mails and pushes. Empty: `campaigns.core.site_url` infers it."""
NETWORK_URL = ""
"""This server's address for other machines in its network. `serve` sets it if it listens there."""
SOURCE_URL = env.str("STORYWHEEL_SOURCE", default="")
"""Where people find the source of what runs here, for the page about this site. Empty: they ask the host."""
BUILT_COMMIT = env.str("STORYWHEEL_COMMIT", default="")
"""The commit that an image was built from, and its day, as in "681f2c89 2026-11-23"
(`config.server.monitoring.version`)."""
CONTACT = env.str("STORYWHEEL_CONTACT", default="")
"""How strangers reach the host, on that page: words, such as an e-mail address. Empty: it is not said."""
PUSH_KEY = env.str("STORYWHEEL_PUSH_KEY", default="")
"""A secret of any form from which the key of pushes is derived. Empty: `SECRET_KEY` is it."""
HOOK_ORIGINS = env.list("STORYWHEEL_HOOK_ORIGINS", default=[])
"""Origins, such as `https://chat.example.org`, to which webhooks and pushes may go in addition to Discord
and public hosts."""

ACCOUNT_ADAPTER = "config.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", *(["email*"] if MAIL else []), "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MAIL else "none"
ACCOUNT_EMAIL_NOTIFICATIONS = MAIL
ACCOUNT_EMAIL_SUBJECT_PREFIX = EMAIL_SUBJECT_PREFIX
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SECURE else "http"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # only in the browser that has just signed up
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "series_list"

STAFF_SECOND_STEP = env.bool("STORYWHEEL_STAFF_SECOND_STEP", default=SECURE or PRODUCTION)
"""Whether staff need a second factor for `/admin/` and the staff page (`config.accounts.second_step`)."""
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # at home nobody has an address to verify
MFA_TOTP_ISSUER = "Storywheel"
MFA_TOTP_TOLERANCE = 1  # half a minute to either side: a code may run out while it is typed, and clocks differ
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SECURE

SIGN_IN_BY = {
    name: label
    for name, label in (("discord", "Discord"), ("google", "Google"))
    if env.str(f"{name.upper()}_CLIENT_ID", default="")
}
"""Other sites to sign in by: those whose client id is set, as in `DISCORD_CLIENT_ID`."""
OIDC_SERVER = env.str("STORYWHEEL_OIDC_SERVER_URL", default="").rstrip("/")
"""The host's own server to sign in by (OpenID Connect), such as Keycloak, Authentik or Nextcloud."""
INSTALLED_APPS += [f"allauth.socialaccount.providers.{name}" for name in SIGN_IN_BY]
INSTALLED_APPS += ["allauth.socialaccount.providers.openid_connect"]  # without a server its addresses answer 404
SOCIALACCOUNT_PROVIDERS = {
    name: {
        "APPS": [
            {
                "client_id": env.str(f"{name.upper()}_CLIENT_ID"),
                "secret": env.str(f"{name.upper()}_CLIENT_SECRET", default=""),
            }
        ]
    }
    for name in SIGN_IN_BY
}
if OIDC_SERVER:
    SIGN_IN_BY["openid_connect"] = env.str("STORYWHEEL_OIDC_NAME", default="OpenID")
    SOCIALACCOUNT_PROVIDERS["openid_connect"] = {
        "APPS": [
            {
                "provider_id": "sso",
                "name": SIGN_IN_BY["openid_connect"],
                "client_id": env.str("STORYWHEEL_OIDC_CLIENT_ID", default=""),
                "secret": env.str("STORYWHEEL_OIDC_CLIENT_SECRET", default=""),
                "settings": {"server_url": OIDC_SERVER, "oauth_pkce_enabled": True},
            }
        ]
    }
SOCIALACCOUNT_FORMS = {"signup": "config.accounts.social_login.ChosenNameForm"}
SOCIALACCOUNT_AUTO_SIGNUP = False  # people choose the name that their table sees
SOCIALACCOUNT_EMAIL_VERIFICATION = "none"  # the other site has done it
SOCIALACCOUNT_STORE_TOKENS = False

# ---- Sessions, cookies, and what a browser may do

SESSION_ENGINE = "config.accounts.sessions"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SECURE_SSL_REDIRECT = SECURE
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE and env.bool("STORYWHEEL_HSTS_WHOLE", default=False)
"""Whether browsers must use https for every subdomain, for good. The host decides that."""
SILENCED_SYSTEM_CHECKS = [
    *("security.W005", "security.W021"),  # Django's advice to do so
    *("security.W009", "security.W018"),  # of the key and DEBUG, of which `config.checks` says the same in our words
    *(() if SECURE else ("security.W004", "security.W008", "security.W012", "security.W016")),  # and of TLS
]
"""Those that name settings which nobody can set here. With TLS, Django still checks that we keep what it needs."""
if SECURE:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CSRF_FAILURE_VIEW = "config.server.errors.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000  # a sheet with 150 powers

SIGN_IN_ORIGINS = {"discord": "https://discord.com", "google": "https://accounts.google.com"}
if OIDC_SERVER:
    SIGN_IN_ORIGINS["openid_connect"] = "{0.scheme}://{0.netloc}".format(urlsplit(OIDC_SERVER))
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "connect-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF, *(SIGN_IN_ORIGINS[name] for name in SIGN_IN_BY)],  # browsers follow its redirects by it
        "frame-ancestors": [NONE],
    }
}

# ---- Languages and times

LANGUAGE_CODE = SOURCE
LOCALE_PATHS = [VAR_DIR / "locale", BASE_DIR / "locale"]
"""Where translations lie: a host's own, which win, and those that come with Storywheel."""
LANGUAGES = find_languages(LOCALE_PATHS)
FORMAT_MODULE_PATH = "config.server.formats"
TIME_ZONE = "UTC"
USE_TZ = True

# ---- Static files

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = Path(env.str("STORYWHEEL_STATIC", default=str(VAR_DIR / "static")))
"""Where static files are collected. A shared server has them apart from private data, because a proxy reads them."""
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o644, 0o755  # of static files; nothing else is a file
STATIC_STORAGE = "config.server.static_files.storage.StaticStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage" if DEBUG else STATIC_STORAGE,
    },
}

# ---- Limits

LIMIT_SERIES = env.int("LIMIT_SERIES", default=0)
LIMIT_MEMBERS = env.int("LIMIT_MEMBERS", default=0)
LIMIT_CHARACTERS = env.int("LIMIT_CHARACTERS", default=1000)
LIMIT_STORAGE_MB = env.int("LIMIT_STORAGE_MB", default=0)
"""Limits for the series that one person owns, the members and characters of one series, and the size of all series of a
person. Beyond the size nothing new is begun or written at length. 0: no limit."""

THROTTLES = {
    "commands": (env.int("LIMIT_COMMANDS", default=300), env.int("LIMIT_COMMANDS_ADDRESS", default=3000)),
    "joins": (env.int("LIMIT_JOINS", default=30), env.int("LIMIT_JOINS_ADDRESS", default=120)),
    "seats": (6, 12),  # of a public demo: to make a table takes a second of the processor
    "forms": (env.int("LIMIT_FORMS", default=240), env.int("LIMIT_FORMS_ADDRESS", default=2400)),
    "api": (env.int("LIMIT_API", default=300), env.int("LIMIT_API_ADDRESS", default=3000)),
    "files": (env.int("LIMIT_FILES", default=60), env.int("LIMIT_FILES_ADDRESS", default=300)),
}
SOCKET_LIMITS = {
    "person": env.int("LIMIT_SOCKETS", default=40),
    "address": env.int("LIMIT_SOCKETS_ADDRESS", default=400),
    "followed": env.int("LIMIT_STREAMS", default=10),
    "streams": env.int("LIMIT_STREAMS_ALL", default=100),
}
"""Limits of one person and one address: requests a minute, and open sockets in one process
(`config.server.limits.throttle`); and of the scenes that one person follows by the API, and all together, in one
process. 0: no limit."""
LIMIT_AT_ONCE = env.int("LIMIT_AT_ONCE", default=2)
"""How many pages of one person, or of one address that is not signed in, a process works on at the same time
(`config.server.limits.fair_share`). 0: no limit."""
ACCOUNT_RATE_LIMITS = {
    action: f"{limit}/m/ip" if limit else None
    for action, limit in (
        ("login", env.int("LIMIT_SIGN_INS_ADDRESS", default=30)),
        ("signup", env.int("LIMIT_SIGN_UPS_ADDRESS", default=20)),
    )
}
"""allauth's limits. Its defaults allow five wrong passwords for one account in five minutes, and ten a minute from one
address."""

DEMO_TABLES = env.int("LIMIT_DEMO_TABLES", default=60)
DEMO_SEATS_ADDRESS = env.int("LIMIT_DEMO_SEATS_ADDRESS", default=8)
"""Limits of a public demo: tables in all, of four seats each, and seats taken from one address."""

# ---- What operators see

LOG_FORM = env.str("STORYWHEEL_LOGS", default="line")
"""`line` for people, `json` for machines. Neither holds secrets or what people wrote
(`config.server.monitoring.logs`)."""
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "config.server.monitoring.logs.LineFormatter"},
        "json": {"()": "config.server.monitoring.logs.JsonFormatter"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORM},
        "letters": {"class": "config.server.monitoring.alarms.ErrorEmailHandler", "level": "ERROR"},
    },
    "root": {"handlers": ["console", "letters"], "level": "WARNING"},
    # Django's own handler would write errors a second time and in its own words, or send them by e-mail as they are.
    # uvicorn logs what failed in a socket, by a logger that does not propagate.
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "uvicorn.error": {"handlers": ["letters"]},
    },
}
AUDIT_DAYS = env.int("STORYWHEEL_AUDIT_DAYS", default=365)
"""How long the audit log is kept, in days. 0: for good."""
BACKUP_HOURS = env.int("STORYWHEEL_BACKUP_HOURS", default=36)
"""The host gets an e-mail if there was no good backup for this many hours. 0: never."""
WORKER_METRICS = env.str("STORYWHEEL_WORKER_METRICS", default="127.0.0.1:8010")
"""Where `manage.py work` answers `/metrics` and `/healthz`. A port of 0: nowhere."""
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
"""The token with which Prometheus reads `/metrics`. Without one, only this machine may."""
