"""Django's settings; everything an installation may choose comes from the environment."""

import warnings

from csp.constants import NONE, SELF
from django.utils.functional import SimpleLazyObject

from tournament import languages
from tournament.machine import databases, installation, limits, mails, notices

ROOT = installation.ROOT
DATA_DIR = installation.data_folder()
SNAPSHOT_DIR = installation.named_folder("SNAPSHOT_DIR")
UPLOADS_DIR = installation.named_folder("UPLOADS_DIR")
DATABASES = {"default": databases.database(DATA_DIR)}
# The key is created on first use: reading the settings writes nothing.
SECRET_KEY = installation.secret_key(
    is_shared=DATABASES["default"]["ENGINE"] == databases.POSTGRESQL
) or SimpleLazyObject(lambda: installation.kept_secret(DATA_DIR / "secret_key"))
ADDRESSES = installation.addresses(DATA_DIR)
PUBLIC_URL = ADDRESSES.public_url
LOCAL_URL = ADDRESSES.local_url
# Behind a proxy every guest has the proxy's address; the guest's own is taken from the headers of these proxies alone.
TRUSTED_PROXIES = installation.trusted_proxies()
DEBUG = False
# The laptop's address changes with every café; no page and no link is ever built from the Host header.
ALLOWED_HOSTS = ["*"]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.humanize",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "crispy_forms",
    "crispy_bootstrap5",
    "csp",
    "django_htmx",
    "django_tables2",
    "tournament",
]
METRICS_ON = installation.metrics_on()
IS_LOGGED_AS_JSON = installation.log_format() == "json"
MIDDLEWARE = [
    *(["tournament.machine.metrics.measure_requests"] if METRICS_ON else []),
    *(["tournament.machine.middleware.log_requests"] if IS_LOGGED_AS_JSON else []),
    "tournament.views.failures.answer_while_database_is_away",
    "tournament.machine.middleware.note_other_devices",
    "tournament.machine.middleware.send_hsts",
    "tournament.machine.answer_cache.answer_from_cache",
    "tournament.machine.middleware.keep_private",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournament.machine.middleware.CompressText",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tournament.machine.middleware.refuse_large_bodies",
    "tournament.machine.middleware.refuse_unreadable",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournament.machine.words.SayOnce",
    "tournament.machine.retries.RetryLostRaces",
]
ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["tournament.templatetags.components"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"
DJANGO_TABLES2_TEMPLATE = "tables/table.html"

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# The cache that all processes on this database share: counts of rate limits, and whether other devices have connected.
SHARED_CACHE = {
    "BACKEND": "django.core.cache.backends.db.DatabaseCache",
    "LOCATION": "rates",
    "OPTIONS": {"MAX_ENTRIES": 20_000},
}
# Only django-allauth uses `default`, to count wrong codes.
CACHES = {"default": SHARED_CACHE, "shared": SHARED_CACHE}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["username", "email"]},
    },
    {"NAME": "tournament.forms.accounts.MoreThanPlainWords"},
]
# Accounts are created by the program's own pages, and need no mail address.
ACCOUNT_ADAPTER = "tournament.machine.adapters.Accounts"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_REAUTHENTICATION_METHODS = ["password"]
MFA_ADAPTER = "tournament.machine.adapters.SecondFactor"
MFA_FORMS = {
    "authenticate": "tournament.forms.accounts.CodeForm",
    "authenticate_webauthn": "tournament.forms.accounts.PasskeyForm",
    "login_webauthn": "tournament.forms.accounts.PasskeyAloneForm",
    "add_webauthn": "tournament.forms.accounts.NewPasskeyForm",
    "activate_totp": "tournament.forms.accounts.FirstCodeForm",
    "deactivate_totp": "tournament.forms.accounts.TurnOffForm",
}
REQUIRES_SECOND_FACTOR = installation.is_on("SECOND_FACTOR_REQUIRED")
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
# A passkey on a device that asks for a PIN or a fingerprint is two factors in one.
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Backgammon Swiss"
# Half a minute each way, as no clock is quite right.
MFA_TOTP_TOLERANCE = 1
ACCOUNT_FORMS = {"reauthenticate": "tournament.forms.accounts.ConfirmForm"}
# For how many seconds after typing the password a user may do what cannot be undone.
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
# A link may stay in a terminal or a chat: a day is enough to use it.
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60

# Without this Django logs none of its errors in production. As JSON lines every request is logged, too.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "without_secrets": {"()": "tournament.machine.logs.WithoutSecrets"},
        "counted_waits": {"()": "tournament.machine.logs.CountedWaits"},
    },
    "formatters": {"json": {"()": "tournament.machine.logs.JsonLines"}, "text": {"format": "%(message)s"}},
    "handlers": {
        "terminal": {
            "class": "logging.StreamHandler",
            "level": "INFO" if IS_LOGGED_AS_JSON else "ERROR",
            "filters": ["without_secrets"],
            "formatter": "json" if IS_LOGGED_AS_JSON else "text",
        },
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["terminal"], "level": "INFO" if IS_LOGGED_AS_JSON else "WARNING"},
    # Forged requests are refused; they must not fill the terminal, too.
    "loggers": {
        "django.security": {"handlers": ["nowhere"], "propagate": False},
        "waitress.queue": {"filters": ["counted_waits"]},
    },
}

# Without a mail server, links are shown to be copied.
MAIL = mails.mail_settings()
SENDS_MAIL = bool(MAIL)
globals().update(MAIL)

# The imprint and the privacy notice, if the installation has them.
NOTICES = notices.own_notices(DATA_DIR)

LANGUAGE_CODE = "en-gb"
LANGUAGES = [(language.code, language.name) for language in languages.LANGUAGES]
LOCALE_PATHS = [installation.PACKAGE / "locale"]
TIME_ZONE = installation.time_zone()
PAPER = installation.paper()
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [ROOT / "static"]
HANDBOOK_DIR = ROOT / "docs"
STATIC_ROOT = ROOT / "staticfiles"
# Static files are collected by `make start` and in the package: compressed, with a hash in their names, so that a phone
# caches them for ever. Otherwise they are served from their folders, as they are now.
IS_COLLECTED = installation.IS_PACKAGED or installation.is_collected(STATIC_ROOT, STATICFILES_DIRS)
WHITENOISE_USE_FINDERS = not IS_COLLECTED
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
warnings.filterwarnings("ignore", message="No directory at", category=UserWarning)
WHITENOISE_AUTOREFRESH = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tournament.machine.static_storage.CollectedOrSourceFiles"},
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "manifest-src": [SELF],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
# If the public address has https, the proxy redirects from http to https, and asks the program itself by http (W008).
# The program makes no promises for other names of the domain (W005, W021).
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
SESSION_COOKIE_AGE = 30 * 24 * 60 * 60
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PUBLIC_URL.startswith("https://")
# Browsers take a cookie with one of these names by https alone, and with the first from this very host alone: no other
# host of the domain, and nobody on the way, can put one of its own in its place.
HOST_COOKIE_PREFIX, SECURE_COOKIE_PREFIX = ("__Host-", "__Secure-") if SESSION_COOKIE_SECURE else ("", "")
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{HOST_COOKIE_PREFIX}sessionid", f"{HOST_COOKIE_PREFIX}csrftoken"
# In seconds: how often an open page polls for changes, and how long a proxy may cache a public page.
REFRESH_SECONDS = installation.whole_number("REFRESH_SECONDS", default=3, least=1, most=600)
CACHED_SECONDS = installation.whole_number("CACHED_SECONDS", default=1, least=0, most=60)
SESSION_ENGINE = "tournament.machine.sessions"
DATA_UPLOAD_MAX_MEMORY_SIZE = limits.FIELDS_BYTES
DATA_UPLOAD_MAX_NUMBER_FIELDS = limits.FORM_FIELDS

# The highest entry fee allowed unless a club sets another limit; by default just under 10 €, as the rules say.
FEE_LIMIT_CENTS = installation.whole_number("FEE_LIMIT_CENTS", default=999, least=0, most=1_000_000)
