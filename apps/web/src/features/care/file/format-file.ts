/** Formats a number of bytes in a language: '4.2 MB'. */
export function formatFileSize(bytes: number, language: string): string {
  const [amount, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'kilobyte'] : [bytes / 1024 / 1024, 'megabyte']
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'kilobyte' || amount >= 10 ? 0 : 1,
  }).format(unit === 'kilobyte' ? Math.max(amount, 1) : amount)
}
