// The groups of commands of `drama`. The help and docs/reference/operator.md are made from them.
import type { CliGroup } from './cli-command.js'

const backupNotes =
  'Settings are those of the server (DATA_DIR, DATABASE_URL). While it runs on the embedded database, backup also needs its OPERATOR_KEY and OPERATOR_URL (http://localhost:8787 by default).'

export const cliGroups: readonly CliGroup[] = [
  {
    name: 'operator',
    description: 'sends the commands of operators to a running server',
    topics: {
      campaign: 'campaigns, their settings and promo links',
      'campaign postback': 'calls to a partner’s server for events of a campaign',
      drama: 'dramas that are online',
      experiment: 'variants of a campaign, which partners may read, start and end with their DRAMA_KEY',
      feedback: 'messages of viewers',
      ingest: 'episodes that are made of uploaded files',
      order: 'orders and refunds',
      partner: 'partners with their keys, campaigns and prepaid coins',
      product: 'what is on sale',
      reward: 'screenshots and ids that viewers handed in for a reward'
    },
    notes:
      'OPERATOR_URL is the address of the server (http://localhost:8787 by default), OPERATOR_KEY the key that the server has too, DRAMA_KEY a partner’s, without OPERATOR_KEY, OPERATOR_NAME the name in the log (by default that of the user of this machine).',
    loadCommands: async () => (await import('../operator/commands.js')).operatorCliCommands
  },
  {
    name: 'ingest',
    description: 'packages a folder of videos as a drama',
    notes: 'It needs ffmpeg 5 or later on PATH, except with --repack. tools/ingest/README.md describes the folder.',
    loadCommands: async () => (await import('../ingest/commands.js')).ingestCommands
  },
  {
    name: 'media',
    description: 'uploads packages to a bucket and compares',
    notes:
      'The bucket is MEDIA_BUCKET with S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, as the server has them.',
    loadCommands: async () => (await import('../media/commands.js')).mediaCommands
  },
  {
    name: 'backup',
    description: 'writes everything that a server has to keep into one file',
    notes: backupNotes,
    loadCommands: async () => [(await import('../backup/commands.js')).backupCommand]
  },
  {
    name: 'restore',
    description: 'fills an empty server from a back-up',
    notes: backupNotes,
    loadCommands: async () => [(await import('../backup/commands.js')).restoreCommand]
  },
  {
    name: 'migrate',
    description: 'copies the embedded database into Postgres',
    notes: backupNotes,
    loadCommands: async () => [(await import('../backup/commands.js')).migrateCommand]
  }
]
