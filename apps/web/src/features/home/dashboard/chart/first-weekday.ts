type WeekInfo = { firstDay: number }
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }

/**
 * Returns the first day of the week for a reader of `language`: 1 is Monday, 7 is Sunday. The region is that of the first browser language with the
 * same language. Returns Monday if the browser provides no data about weeks.
 */
export function firstWeekday(language: string, browserLanguages: readonly string[] = navigator.languages): number {
  const tag = browserLanguages.find((one) => one.split('-')[0] === language) ?? language
  const locale: LocaleWithWeek = new Intl.Locale(tag)
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}
