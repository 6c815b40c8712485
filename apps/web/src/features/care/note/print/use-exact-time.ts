import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay, timeText } from '../../../../ui/page/date-text.ts'

/** Returns a function that writes the day and the time of a moment, as on paper. */
export function useExactTime() {
  const locale = useLocale()
  return (instant: string) => `${dateText(localDay(instant, locale), locale.language)}, ${timeText(instant, locale)}`
}
