export const hasReportingObserver = (): boolean => 'ReportingObserver' in globalThis
