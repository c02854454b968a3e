/** An environment variable. `docs/configuration.md` is generated from this list. */
interface Setting {
  name: string
  default: string
  description: string
  secret?: true
}

export const settings = [
  { name: 'PORT', default: '4747', description: 'The port that serves the API, uploads and media.' },
  {
    name: 'HOST',
    default: 'localhost',
    description:
      'The address to listen on. `localhost` is this machine alone, at 127.0.0.1 and, where there is one, ::1. `0.0.0.0` or `::` opens Crier to the network.',
  },
  {
    name: 'PUBLIC_URL',
    default: 'http://localhost:PORT',
    description:
      'The address at which clients reach Crier. Media and upload URLs begin with it. Unless it is set, it is `http://localhost:PORT`, or has the address of HOST where that is one of the network.',
  },
  {
    name: 'DATA_DIR',
    default: './data',
    description: 'The folder for the embedded PostgreSQL, the generated secrets and the stored media.',
  },
  {
    name: 'DATABASE_URL',
    default: '',
    secret: true,
    description:
      'Your own PostgreSQL (15 or newer) instead of the embedded one, as `postgres://user:password@host:port/database`.',
  },
  {
    name: 'DATABASE_CONNECTIONS',
    default: '10',
    description:
      'The most database connections that a process opens for requests, and again as many for publishing. `docs/scaling.md` adds up the few others.',
  },
  {
    name: 'PUBLISH_AT_ONCE',
    default: '384',
    description:
      'How many posts a worker process publishes at once. At most two thirds of them are on one platform. `docs/scaling.md` says when a smaller number is better.',
  },
  {
    name: 'SECRET_KEY',
    default: '',
    secret: true,
    description:
      'At least 32 bytes in hex or base64, used to encrypt tokens and to sign upload URLs. If it is not set, Crier generates one in DATA_DIR. Keep a copy apart from the database.',
  },
  {
    name: 'SECRET_KEY_BEFORE',
    default: '',
    secret: true,
    description:
      'The old SECRET_KEY while it is replaced by another one. Everything that it encrypted or signed stays valid. `docs/self-hosting.md` says when to set it and when to remove it.',
  },
  {
    name: 'OUTBOUND_ALLOW',
    default: '',
    description:
      'Networks that outgoing requests may reach besides the public internet, in CIDR notation and separated by commas, such as `127.0.0.1/32,10.0.0.0/8`. In these networks http, every port and literal IP addresses are allowed.',
  },
  {
    name: 'TRUSTED_PROXIES',
    default: '',
    description:
      'The networks of your own proxies, in CIDR notation and separated by commas, such as `127.0.0.1/32`. The address of a client that comes through them is read from `X-Forwarded-For`: the last one that is not a trusted proxy. API keys that are limited to addresses need it behind a proxy.',
  },
  {
    name: 'RATE_LIMIT_PER_MINUTE',
    default: '600',
    description: 'How many requests an API key may make per minute.',
  },
  {
    name: 'IMAGE_MAX_MB',
    default: '50',
    description: 'The largest image that may be uploaded, in MB of 1,048,576 bytes.',
  },
  {
    name: 'VIDEO_MAX_MB',
    default: '5120',
    description: 'The largest video that may be uploaded, in MB of 1,048,576 bytes.',
  },
  {
    name: 'DOCUMENT_MAX_MB',
    default: '100',
    description: 'The largest PDF that may be uploaded, in MB of 1,048,576 bytes.',
  },
  {
    name: 'MEDIA_QUOTA_MB',
    default: '',
    description:
      'How many MB of 1,048,576 bytes the media of one workspace may have together, as they were uploaded. If it is not set, there is no limit.',
  },
  {
    name: 'MEDIA_QUOTA_FILES',
    default: '100000',
    description: 'How many media one workspace may have.',
  },
  {
    name: 'WORKSPACES_PER_PERSON',
    default: '10',
    description:
      'How many workspaces a person may own before they can make no further one. With `0` people can make none besides the first.',
  },
  {
    name: 'MEDIA_UNATTACHED_TTL',
    default: '24',
    description:
      'After how many hours a medium is deleted that no post ever used and that is not marked `keep`, counted from its upload or last change. `0` or `never` keeps them all.',
  },
  {
    name: 'EVENTS_KEPT_DAYS',
    default: '30',
    description:
      'After how many days events are deleted, with the webhook deliveries and their log: from 4, because a delivery is tried for three days, to 3650.',
  },
  {
    name: 'AUDIT_LOG_DAYS',
    default: '400',
    description:
      'After how many days an entry of the audit log is deleted, or `never`. Entries are otherwise kept as long as their workspace.',
  },
  {
    name: 'FIGURES_OFF',
    default: '',
    description:
      'Platforms that are not asked how often posts were seen and answered, separated by commas, by the names that `GET /v1/platforms` gives them. It saves money where a network charges for each post that is read.',
  },
  {
    name: 'FFMPEG',
    default: '',
    description:
      'The path of ffmpeg, which makes videos fit the networks. If it is not set, Crier looks for `ffmpeg` in PATH. `off` leaves videos as they are.',
  },
  {
    name: 'HEIF_CONVERT',
    default: '',
    description:
      'The path of heif-convert, which turns HEIC pictures into JPEG. If it is not set, Crier looks for `heif-convert` in PATH. `off` leaves HEIC as it is.',
  },
  {
    name: 'STORAGE',
    default: 'disk',
    description:
      'Where media lie: `disk` in DATA_DIR, or `s3` in a bucket of an S3-compatible object storage. `docs/self-hosting.md` says how to move from one to the other.',
  },
  {
    name: 'S3_BUCKET',
    default: '',
    description: 'The bucket for media. It must exist.',
  },
  {
    name: 'S3_ENDPOINT',
    default: 'https://s3.S3_REGION.amazonaws.com',
    description: 'The address of the object storage, such as `https://s3.example.org`.',
  },
  {
    name: 'S3_REGION',
    default: 'us-east-1',
    description: 'The region of the bucket. Object storages of your own often have the default.',
  },
  {
    name: 'S3_ACCESS_KEY_ID',
    default: '',
    secret: true,
    description:
      'The access key of the object storage. It must be allowed to list the bucket, and to read, write and delete in it.',
  },
  {
    name: 'S3_SECRET_ACCESS_KEY',
    default: '',
    secret: true,
    description: 'The secret of the access key.',
  },
  {
    name: 'S3_ADDRESSING',
    default: 'path',
    description:
      'How addresses name the bucket: `path` for `https://s3.example.org/bucket`, `host` for `https://bucket.s3.example.org`.',
  },
  {
    name: 'S3_PREFIX',
    default: '',
    description:
      'Precedes every name in the bucket, such as `crier`. Two instances in one bucket need different prefixes.',
  },
  {
    name: 'S3_PUBLIC_ENDPOINT',
    default: '',
    description:
      'The address of the object storage for readers of media. If it is set, public media URLs redirect there, with a signature that is valid for 15 minutes. If it is not set, Crier passes the bytes on.',
  },
  {
    name: 'MEDIA_URL',
    default: 'PUBLIC_URL',
    description:
      'Another address of this Crier, or of a CDN in front of it, at which media are read. Public media URLs begin with it.',
  },
  {
    name: 'SIGNUP',
    default: 'closed',
    description:
      'Who may make an account: `closed` for those who are invited, `open` for everybody who finds the server. Each gets a workspace of their own.',
  },
  {
    name: 'PASSWORD_BREACH_CHECK',
    default: 'off',
    description:
      'Whether new passwords are looked up among those of known breaches: `on` asks Have I Been Pwned, an address such as `https://passwords.example.org/range` a copy of it. Only the first five of the forty digits of a password’s SHA-1 are sent. If the service does not answer within a second, the password is accepted.',
  },
  {
    name: 'OIDC_ISSUER',
    default: '',
    description:
      'Your identity provider, with which people may sign in by OpenID Connect: its issuer, such as `https://login.example.org`. Register Crier there with the redirect address PUBLIC_URL + `/app/oidc/callback`. `docs/people.md` says who may come in.',
  },
  {
    name: 'OIDC_CLIENT_ID',
    default: '',
    description: 'The id that your identity provider gave Crier.',
  },
  {
    name: 'OIDC_CLIENT_SECRET',
    default: '',
    secret: true,
    description: 'The secret that goes with OIDC_CLIENT_ID. Not set for a client without one.',
  },
  {
    name: 'OIDC_NAME',
    default: 'your organisation',
    description: 'The name of your identity provider, as the sign-in page shows it: “Continue with …”.',
  },
  {
    name: 'BILLING',
    default: 'none',
    description:
      'Whether workspaces pay for themselves: `none`, where you alone turn subscriptions on and off, or `stripe`. `docs/billing.md` says how to set Stripe up.',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    default: '',
    secret: true,
    description: 'The secret key of your account at Stripe. A restricted key works too.',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    default: '',
    secret: true,
    description:
      'The signing secret of the webhook endpoint at Stripe that leads to PUBLIC_URL + `/stripe/events`.',
  },
  {
    name: 'STRIPE_PRICE',
    default: '',
    description: 'The id of the recurring price at Stripe that each workspace pays.',
  },
  {
    name: 'SMTP_URL',
    default: '',
    secret: true,
    description:
      'The server that takes mail, as `smtps://user:password@mail.example.org:465`, or `smtp://…:587` for STARTTLS. Except on this machine, mail is sent only over TLS with a valid certificate. If it is not set, no mail is sent. `docs/mail.md` says what happens then.',
  },
  {
    name: 'MAIL_FROM',
    default: '',
    description: 'The address that mail comes from, such as `Crier <crier@example.org>`.',
  },
  {
    name: 'METRICS_TOKEN',
    default: '',
    secret: true,
    description:
      'A token of at least 16 characters. A monitor sends it as `Authorization: Bearer …` to read `/metrics`, from anywhere. If it is not set, `/metrics` is only on PROBE_PORT.',
  },
  {
    name: 'PROBE_PORT',
    default: '',
    description:
      'A port for monitors, on HOST: every process answers `/healthz`, `/readyz` and `/metrics` there. Without METRICS_TOKEN, `/metrics` answers only programs on this machine that ask this port directly, so do not publish it through a proxy. If it is not set, a `work` process listens on no port.',
  },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    description:
      'How much is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`. From `info` on, there is a line for each request, but for `/readyz` only where not all is well. If it is not set and the log goes to a terminal, only warnings and errors are logged, so that the terminal stays readable.',
  },
] as const satisfies readonly Setting[]

export type SettingName = (typeof settings)[number]['name']
