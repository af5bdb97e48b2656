import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { localized } from '../../server/modules/catalogue/package/package-schema.js'

const here = new URL('.', import.meta.url)

const line = localized.extend({ from: z.number(), to: z.number() })

/** The captions' first line begins with the episode, before those of the scene. */
const HOOK_LINE = { from: 0.2, to: 2.2 }

const dramaFile = z.object({
  index: z.number().int().min(1).max(15),
  episodes: z.number().int().min(1).max(255),
  /** Busy scenes get a coarser quantiser, so that the sample fits into the repository. */
  qp: z.number().int(),
  about: z.looseObject({ category: z.string(), tags: z.array(z.string()), colour: z.string() }),
  music: z.object({
    seed: z.number().int(),
    root: z.number().int(),
    scale: z.enum(['minor', 'major', 'dorian', 'harmonic', 'pentatonic']),
    chords: z.array(z.number().int()).min(1),
    beats: z.union([z.literal(3), z.literal(4)]),
    lead: z.enum(['pluck', 'bell', 'flute', 'piano']),
    drums: z.boolean()
  }),
  /** Spoken in the first two seconds: one in odd episodes, one in even ones. */
  hooks: z.tuple([localized, localized]),
  captions: z.array(line).min(6).max(8)
})
export type DramaFile = z.infer<typeof dramaFile> & { readonly slug: string }
export type CaptionLine = z.infer<typeof line>

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(new URL(path, here), 'utf8'))

export const readLabels = async () => z.record(z.string(), localized).parse(await readJson('labels.json'))
export type Labels = Awaited<ReturnType<typeof readLabels>>

export const readDramas = async (): Promise<DramaFile[]> => {
  const names = (await readdir(new URL('dramas/', here))).filter(name => name.endsWith('.json'))
  const dramas: DramaFile[] = []
  for (const name of names)
    dramas.push({ ...dramaFile.parse(await readJson(`dramas/${name}`)), slug: name.replace(/\.json$/, '') })
  return dramas.sort((a, b) => a.index - b.index)
}

const clock = (seconds: number): string =>
  `00:00:${Math.floor(seconds).toString().padStart(2, '0')}.${Math.round((seconds % 1) * 1000)
    .toString()
    .padStart(3, '0')}`

export const formatCaptions = (lines: readonly CaptionLine[], lang: keyof z.infer<typeof localized>): string =>
  `WEBVTT\n\n${lines.map(cue => `${clock(cue.from)} --> ${clock(cue.to)}\n${cue[lang]}`).join('\n\n')}\n`

export const hookIndexOf = (episode: number): number => (episode - 1) % 2

export const captionsOf = (drama: DramaFile, episode: number): CaptionLine[] => {
  const hook = drama.hooks[hookIndexOf(episode)]
  return hook === undefined ? [...drama.captions] : [{ ...HOOK_LINE, ...hook }, ...drama.captions]
}

export const toSourceDescription = (drama: DramaFile, labels: Labels): unknown => {
  const label = (id: string) => {
    const title = labels[id]
    if (title === undefined) throw new Error(`${drama.slug}: no label '${id}' in labels.json`)
    return { id, title }
  }
  const { about, slug } = drama
  return { slug, ...about, category: label(about.category), tags: about.tags.map(label) }
}
