import { sql } from 'kysely'
import type { TestServer } from './open-test-server.js'

let tickets = 0

/** Writes that the media server has sent so much of the episode to this user, by default a day of film. */
export async function serveFilm(
  { db }: Pick<TestServer, 'db'>,
  userId: string,
  episodeId: string,
  seconds = 86_400
): Promise<void> {
  tickets += 1
  await sql`insert into served_media (owner, asset, ticket, segments, seconds)
    select ${userId}, asset, ${`test ${tickets}`}, array[0], array[${seconds}::double precision]
    from episodes where id = ${episodeId}`.execute(db)
}
