type WeekInfo = { firstDay: number }
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }

/**
 * Returns the first day of the week for a reader of `language`: 1 is Monday, 7 is Sunday. The region comes from the first browser language with the
 * same language. Monday if the browser does not know.
 */
export function firstWeekday(language: string, browserLanguages: readonly string[] = navigator.languages): number {
  const tag = browserLanguages.find((one) => one.split('-')[0] === language) ?? language
  const locale: LocaleWithWeek = new Intl.Locale(tag)
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}
