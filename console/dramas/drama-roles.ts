export const mayEditDramas = (role: string) => role === 'owner' || role === 'editor'
