// Reads the catalogue from memory. What the viewers change (favourites, progress) is not in it.
import type { RequestContext } from '../../http/request-context.js'
import type { DramaCardRow, DramaRow } from './drama-response.js'
import { toLabels } from './label-writes.js'
import { findDramasInOrder } from './list-queries.js'
import { findEpisodeWithDrama, findOnlineDrama, findOnlineEpisodes, findRelatedDramas } from './queries.js'

type CatalogueReader = Pick<RequestContext, 'db' | 'content'>

/** `favorite_count` may be old. */
export const readOnlineDrama = ({ db, content }: CatalogueReader, id: string) =>
  content.cached(`drama:${id}`, () => findOnlineDrama(db, id))

/** Those of a drama that is offline, too. */
export const readOnlineEpisodes = ({ db, content }: CatalogueReader, dramaId: string) =>
  content.cached(`episodes:${dramaId}`, () => findOnlineEpisodes(db, dramaId))

export const readEpisode = ({ db, content }: CatalogueReader, id: string) =>
  content.cached(`episode:${id}`, () => findEpisodeWithDrama(db, id))

const MAX_RELATED = 6

export const readRelatedDramas = ({ db, content }: CatalogueReader, drama: DramaRow): Promise<DramaCardRow[]> =>
  content.cached(`related:${drama.id}`, async () => {
    const labels = toLabels(drama).map(label => label.id)
    const related = await findRelatedDramas(db, drama.id, labels, MAX_RELATED)
    if (related.length === MAX_RELATED) return related
    const hot = await findDramasInOrder(db, 'hot', { after: null, limit: 2 * MAX_RELATED })
    const usedIds = new Set([drama.id, ...related.map(row => row.id)])
    return [...related, ...hot.filter(row => !usedIds.has(row.id))].slice(0, MAX_RELATED)
  })
