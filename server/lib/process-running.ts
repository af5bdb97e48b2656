export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
