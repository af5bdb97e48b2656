export function packFolder(folder: string, file: string): Promise<void>
