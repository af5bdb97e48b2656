// Environment variables as docs/reference/configuration.md lists them. The functions of env-values.ts accept no other.

export interface ConfigVariable {
  /** What counts without a value; null if nothing does. Markdown. */
  fallback: string | null
  description: string
}

const server = {
  PORT: { fallback: '8787', description: 'Port; 0 takes a free one.' },
  HOST: { fallback: '0.0.0.0', description: 'Address to listen on.' },
  PUBLIC_URL: {
    fallback: 'the request’s origin',
    description: 'Start of the addresses in responses; set it behind a proxy.'
  },
  TRUSTED_PROXIES: {
    fallback: '0: the header is ignored',
    description:
      'Number of your proxies in front of the server. Callers are distinguished by that entry of `X-Forwarded-For`, counted from the right.'
  },
  COUNTRY_HEADER: {
    fallback: 'visits have no country',
    description:
      'Header in which your proxy names the caller’s country by ISO 3166-1, such as `CF-IPCountry`; read only with `TRUSTED_PROXIES`. The proxy must replace what callers send.'
  },
  VISITORS_PER_MINUTE: {
    fallback: '60',
    description:
      'New visitor sessions for one network address; behind a proxy set `TRUSTED_PROXIES`, or all viewers share one address.'
  },
  VISITORS_PER_HOUR: {
    fallback: '2000',
    description: 'The same per hour. A mobile carrier may have thousands of viewers at one address.'
  },
  LOG_LEVEL: { fallback: 'info', description: '`silent`, `fatal`, `error`, `warn`, `info`, `debug` or `trace`.' },
  NODE_ENV: {
    fallback: '`development`',
    description:
      '`production`, `development` or `test`, in no other spelling. In production `DEMO` is 0, and there is no sign-in by e-mail without `SMTP_URL`. The sandbox needs `ALLOW_SANDBOX_PAYMENTS`.'
  },
  DEMO: {
    fallback: '1, or 0 with `NODE_ENV=production`',
    description:
      '1 serves what shows the product: the pages `/host/`, `/partners/` and `/hostile/`, the sample catalogue with its campaigns, and without `SMTP_URL` a mailbox that everybody can read.'
  },
  SAMPLE_ACTIVITY: {
    fallback: '1 with `npm start`, else 0',
    description:
      '1: the first start with the sample catalogue writes what viewers did in the last two weeks, for the console. Never with `NODE_ENV=production`.'
  },
  TIMEZONE: { fallback: 'America/Sao_Paulo', description: 'IANA time zone of days and time windows.' },
  CURRENCY: { fallback: 'BRL', description: 'ISO 4217 code of all prices.' },
  TERMS_URL: { fallback: null, description: 'Address of the terms, published by `/index/config`.' },
  PRIVACY_URL: { fallback: null, description: 'Address of the privacy policy, published by `/index/config`.' }
} satisfies Record<string, ConfigVariable>

const storage = {
  DATA_DIR: {
    fallback: '`.data`',
    description:
      'Folder of the embedded database, its lock, the generated keys, the ingested dramas and uploads of episodes.'
  },
  UPLOAD_MAX_BYTES: {
    fallback: '8589934592: 8 GiB',
    description: 'Largest file of an episode that the console may upload.'
  },
  DATABASE_URL: {
    fallback: null,
    description: 'Postgres instead of the embedded database; may name several hosts, of which one is the primary.'
  },
  DATABASE_REPLICA_URL: {
    fallback: null,
    description: 'Replicas of `DATABASE_URL`, one host or several, for reads that may be some seconds old.'
  },
  REDIS_URL: {
    fallback: 'the database',
    description:
      'Valkey or Redis, as `redis://host:6379`, that counts requests for the rate limits of all servers. While it does not answer, each server counts for itself.'
  },
  REPORT_ARCHIVE: {
    fallback: 'off',
    description:
      '`write` keeps what reports count as Parquet files, in the bucket or in `DATA_DIR`; `read` also answers reports from them. See [hosting](../guide/hosting.md).'
  },
  CATALOGUE_DIRS: {
    fallback: '`sample/catalogue`, `DATA_DIR/catalogue`',
    description: 'Folders of packaged dramas, separated by commas; read every 5 s.'
  },
  DIST_DIR: { fallback: '`dist`', description: 'Folder of the built files.' },
  RELEASES_DIR: {
    fallback: '`DATA_DIR/releases`',
    description:
      'Every version of the script that was ever started here; see [versions](../guide/versions.md). All servers behind one address need the same folder.'
  }
} satisfies Record<string, ConfigVariable>

const media = {
  MEDIA_SECRET: {
    fallback: '`DATA_DIR/media.key`, made once',
    description:
      'Signs media tickets, at least 16 characters; `new,old` while you change it. Set it if several servers share a database.'
  },
  MEDIA_TICKET_SECONDS: {
    fallback: 'by the episode’s length, at least 600',
    description: 'How long a ticket is valid.'
  },
  MEDIA_BUCKET: {
    fallback: null,
    description:
      'S3-compatible bucket that media are read from before the folders, as `s3://bucket/prefix`; see [hosting](../guide/hosting.md).'
  },
  MEDIA_DELIVERY: {
    fallback: 'proxy',
    description:
      'How media reach viewers from the bucket: `proxy` sends them through this server, `redirect` sends viewers to presigned addresses of the bucket that expire with the ticket.'
  },
  WATCH_COUNT: {
    fallback: 'served',
    description:
      'Which seconds count as watched for tasks: `served`, those of film that this server has sent; `played`, all that the player tells, for a CDN that answers several viewers with one copy.'
  },
  S3_ENDPOINT: {
    fallback: 'Amazon’s, by `S3_REGION`',
    description: 'Address of the bucket’s service, such as `http://minio:9000`.'
  },
  S3_PUBLIC_ENDPOINT: { fallback: '`S3_ENDPOINT`', description: 'The same as browsers reach it, for `redirect`.' },
  S3_REGION: { fallback: 'us-east-1', description: 'Region of the bucket; required without `S3_ENDPOINT`.' },
  S3_ACCESS_KEY_ID: { fallback: null, description: 'Id of the key to the bucket.' },
  S3_SECRET_ACCESS_KEY: { fallback: null, description: 'Secret of that key.' },
  S3_PATH_STYLE: {
    fallback: '1 with `S3_ENDPOINT`, else 0',
    description: '1 names the bucket in the path, 0 in the host.'
  }
} satisfies Record<string, ConfigVariable>

const secrets = {
  PROMO_SECRET: {
    fallback: '`DATA_DIR/promo.key`, made once',
    description:
      'Signs promo links, at least 16 characters; `new,old` while you change it, or published links stop working. Set it if several servers share a database.'
  },
  ACCOUNT_SECRET: {
    fallback: '`DATA_DIR/account.key`, made once',
    description:
      'Key of the hashes of codes and e-mail addresses, at least 16 characters. Never change it: recovery codes would stop working. Set it if several servers share a database.'
  },
  VAPID_PRIVATE_KEY: {
    fallback: '`DATA_DIR/vapid.key`, made once',
    description:
      'Private key of [Web Push](../guide/install-and-push.md), 32 bytes as base64url. With another key all browsers have to subscribe again. Set it if several servers share a database.'
  },
  VAPID_SUBJECT: {
    fallback: '`PUBLIC_URL` with https, else the address of `MAIL_FROM`',
    description: 'Whom push services can ask about this server: a `mailto:` or `https:` address.'
  },
  OPERATOR_KEY: {
    fallback: null,
    description:
      'Key of the [operator API](operator.md), at least 16 characters; without it these addresses do not exist.'
  },
  SUPPORT_REFUND_LIMIT: {
    fallback: '10000',
    description:
      'How much of an order members with the role `support` may refund, in minor units of `CURRENCY` (10000 is R$ 100,00); orders in other currencies they may not refund.'
  },
  COIN_ADJUSTMENT_LIMIT: {
    fallback: '500',
    description:
      'Coins that operators may give to or take from a viewer in 24 hours; more needs a second operator, who approves it.'
  },
  ENCRYPT_DATA: {
    fallback: '0',
    description:
      '1 sends `data` as AES-256-CBC text. The key is in every copy of the script: this hides the data and does not protect it.'
  },
  ENVELOPE_SECRET: {
    fallback: 'made by the first build',
    description: 'The 16 characters of that key; read at build and at start.'
  }
} satisfies Record<string, ConfigVariable>

const monitoring = {
  METRICS_PORT: {
    fallback: null,
    description:
      'Port on which `/metrics` answers Prometheus; 0 takes a free one. Keep it from the internet. See [monitoring](../guide/monitoring.md).'
  },
  METRICS_HOST: { fallback: '0.0.0.0', description: 'Address to listen on for `METRICS_PORT`.' },
  METRICS_TOKEN: {
    fallback: null,
    description:
      'Bearer token that `/metrics` asks for, at least 16 characters. Without `METRICS_PORT` it opens `/metrics` on `PORT`; without either there is none.'
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: null,
    description:
      'Address of an OpenTelemetry collector (OTLP over HTTP), such as `http://collector:4318`; without it there are no traces. The SDK’s other variables count too, such as `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER` and `OTEL_SERVICE_NAME`.'
  }
} satisfies Record<string, ConfigVariable>

const mail = {
  SMTP_URL: {
    fallback: null,
    description:
      'Mail server for sign-in codes, such as `smtps://user:password@mail.example:465`. Without it mails go to the demonstration mailbox; see [accounts](api.md#accounts).'
  },
  MAIL_FROM: { fallback: '`Drama <no-reply@localhost>`', description: 'Sender of mails.' }
} satisfies Record<string, ConfigVariable>

const payments = {
  PAYMENTS: {
    fallback: 'sandbox',
    description: '`sandbox`, `stripe`, or both with a comma; the first is the default in the store.'
  },
  ALLOW_SANDBOX_PAYMENTS: {
    fallback: '0',
    description:
      '1 allows the sandbox, which gives coins for nothing, beside a live provider or with `NODE_ENV=production`; without it the server refuses to start.'
  },
  SANDBOX_PAYMENT: {
    fallback: 'sheet',
    description: 'Where the sandbox is paid: `sheet` in the app, `tab` in a tab of its own.'
  },
  STRIPE_SECRET_KEY: {
    fallback: null,
    description: 'Key of the Stripe account, `sk_…` or `rk_…`. Orders of test keys are marked.'
  },
  STRIPE_WEBHOOK_SECRET: { fallback: null, description: 'Signing secret of the webhook, `whsec_…`.' },
  STRIPE_PUBLISHABLE_KEY: {
    fallback: null,
    description:
      'Key of the same account, `pk_…`. With it viewers pay in a sheet of the app, without it on Stripe’s page.'
  },
  STRIPE_PAYMENT_METHODS: { fallback: 'card', description: 'What the checkout offers, such as `card,pix`.' },
  STRIPE_API_BASE: { fallback: 'Stripe’s own', description: 'Another address of the API, for tests.' }
} satisfies Record<string, ConfigVariable>

const rewards = {
  REWARD_BUDGET: {
    fallback: '60000',
    description:
      'Bonus that is given without an operator, per campaign and day: shares, and in an hour an eighth of it for tasks.'
  },
  REWARD_NETWORK_LIMIT: {
    fallback: '300',
    description:
      'Bonus that people of one network (/24, /48) may earn together in a day before they pay; more waits. It grows with payers, and with the people that `network set` names.'
  },
  TELEGRAM_CHANNEL: {
    fallback: null,
    description: 'The channel that viewers join: `@name`, or an id that starts with -100.'
  },
  TELEGRAM_URL: {
    fallback: '`https://t.me/name`',
    description: 'Where viewers join it; for a channel without a name.'
  },
  TELEGRAM_BOT_TOKEN: {
    fallback: null,
    description:
      'A bot that administers the channel: members with a numeric id are approved at once. Without it Telegram is not asked.'
  },
  TELEGRAM_API_BASE: { fallback: 'Telegram’s own', description: 'Another address of the API, for tests.' }
} satisfies Record<string, ConfigVariable>

const adNetworks = {
  META_API_BASE: {
    fallback: '`https://graph.facebook.com/v25.0`',
    description: 'Another version of Meta’s Conversions API, or another address for tests.'
  },
  TIKTOK_API_BASE: {
    fallback: '`https://business-api.tiktok.com/open_api/v1.3`',
    description: 'The same of TikTok’s Events API.'
  }
} satisfies Record<string, ConfigVariable>

export const variableGroups = {
  Server: server,
  'Data and files': storage,
  Media: media,
  'Keys and secrets': secrets,
  Monitoring: monitoring,
  Mail: mail,
  Payments: payments,
  Rewards: rewards,
  'Ad networks': adNetworks
}

export type VariableName = {
  [Group in keyof typeof variableGroups]: keyof (typeof variableGroups)[Group]
}[keyof typeof variableGroups]
