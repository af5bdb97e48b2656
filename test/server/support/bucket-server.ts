import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBucketCopy } from '../../../tools/media/bucket-copy.js'
import { listPackageFiles } from '../../../tools/media/package-files.js'
import { signIn } from './api-client.js'
import { type FakeBucket, openFakeBucket } from './fakes/fake-bucket.js'
import { createTestClock, openTestServer, type TestServer } from './open-test-server.js'
import { writeCatalogue } from './package-fixture.js'

export const TICKET_SECONDS = 300

export interface BucketServer {
  bucket: FakeBucket
  server: TestServer
  close(): Promise<void>
}

/** Only `d_moon` has its objects in the local folder; those of the other dramas are in the bucket. */
export async function openBucketServer(delivery: 'proxy' | 'redirect'): Promise<BucketServer> {
  const folder = mkdtempSync(join(tmpdir(), 'drama-bucket-'))
  writeCatalogue(folder)
  const clock = createTestClock(Date.now())
  const bucket = await openFakeBucket('filmes 雨', clock)
  const copy = openBucketCopy(bucket.settings)
  for (const name of ['rain', 'gate']) {
    await copy.push(await listPackageFiles(join(folder, name)), new AbortController().signal)
    rmSync(join(folder, name, 'objects'), { recursive: true })
  }
  const mediaBucket = { ...bucket.settings, delivery }
  const config = { mediaBucket, mediaTicketSeconds: TICKET_SECONDS }
  const server = await openTestServer({ engine: 'postgres', clock, config, catalogueDirs: [folder] })
  bucket.clearFaults()
  return {
    bucket,
    server,
    async close() {
      await server.close()
      await bucket.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

export async function play(server: TestServer, episodeId: string): Promise<string> {
  const { data } = await (await signIn(server)).post('/drama/play', { episode_id: episodeId })
  return new URL('.', data.sources[0]?.url).href
}
