export const exitCodes: Readonly<Record<number, string>> = {
  0: 'done',
  1: 'not done: the server refused or cannot be reached, or a file, program or bucket stood in the way',
  2: 'the command is not understood, or a setting that it needs is not set',
  130: 'stopped with Ctrl-C'
}
