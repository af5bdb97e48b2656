import { type Copy, DockerfileParser, type Instruction } from 'dockerfile-ast'

export interface Stage {
  name: string
  image: string
  instructions: Instruction[]
}

export function readStages(text: string): Stage[] {
  const stages: Stage[] = []
  const file = DockerfileParser.parse(text)
  const froms = file.getFROMs()
  for (const instruction of file.getInstructions()) {
    const from = froms.find(candidate => candidate.getRange().start.line === instruction.getRange().start.line)
    if (from) stages.push({ name: from.getBuildStage() ?? '', image: from.getImage() ?? '', instructions: [] })
    else stages.at(-1)?.instructions.push(instruction)
  }
  return stages
}

/** Paths in the project, of one stage or of all. */
export function readCopiedPaths(text: string, stage?: string): string[] {
  const stages = readStages(text).filter(({ name }) => stage === undefined || name === stage)
  const copies = stages.flatMap(({ instructions }) => instructions.filter(isCopy))
  const fromProject = copies.filter(copy => copy.getFlags().every(flag => flag.getName() !== 'from'))
  return [
    ...new Set(
      fromProject.flatMap(copy =>
        copy
          .getArguments()
          .slice(0, -1)
          .map(path => path.getValue())
      )
    )
  ]
}

/** The RUN instructions of a stage, as one text for a shell. */
export function readCommands(text: string, stage: string): string {
  const instructions = readStages(text).find(({ name }) => name === stage)?.instructions ?? []
  const runs = instructions.filter(instruction => instruction.getKeyword() === 'RUN')
  return runs.map(instruction => instruction.getRawArgumentsContent() ?? '').join('\n')
}

export const isCopy = (instruction: Instruction): instruction is Copy => instruction.getKeyword() === 'COPY'
