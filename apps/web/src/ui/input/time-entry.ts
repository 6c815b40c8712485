/**
 * Returns the time (`HH:MM`) that a person typed, or null if the text is not a time. Accepts '9', '9:30', '9.30',
 * '9,30', '930', '9h30', '9 heures 30', '14 Uhr', '14 Uhr 30' and '2:30 pm'.
 * @param end whether the time is the end of a range, where midnight is `24:00`
 */
export function parseTimeEntry(typed: string, end = false): string | null {
  const [, hourText, minuteText = '00', half] =
    /^(\d{1,2}?)(?:\s*(?:[:.,h]|uhr|heures?)?\s*(\d{2}))?\s*(?:h|uhr|heures?)?\s*(?:([ap])\.?\s?m\.?)?$/i.exec(
      typed.trim(),
    ) ?? []
  if (hourText === undefined || Number(minuteText) > 59) return null
  const hour = Number(hourText)
  if (half && (hour < 1 || hour > 12)) return null
  const hours = half ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour
  const time = `${String(hours).padStart(2, '0')}:${minuteText}`
  if (end && (time === '00:00' || time === '24:00')) return '24:00'
  return hours < 24 ? time : null
}
