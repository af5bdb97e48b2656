import { readdir } from 'node:fs/promises'
import type { MotionScenario, ScenarioFile, ScreenScenario } from './scenario.js'

const folder = new URL('scenarios/', import.meta.url)

export async function loadScenarios(): Promise<{ screens: ScreenScenario[]; motions: MotionScenario[] }> {
  const files: ScenarioFile[] = []
  for (const name of (await readdir(folder)).sort()) files.push((await import(new URL(name, folder).href)).default)
  return { screens: files.flatMap(file => file.screens ?? []), motions: files.flatMap(file => file.motions ?? []) }
}
