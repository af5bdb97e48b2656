export function chromiumLaunch(options?: {
  withSound?: boolean
}): Promise<{ executablePath: string; headless: boolean | 'shell'; args: string[] }>
