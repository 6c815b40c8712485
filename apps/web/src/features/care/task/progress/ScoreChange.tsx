import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay } from '../../../../ui/page/date-text.ts'

type Props = {
  change: { points: number; kind: 'improved' | 'worsened' | 'uncertain' | 'unrated' }
  since: string
  /** The text that explains which change is reliable, with its source; null if there is no such text for the instrument. */
  source: string | null
}

/** Shows the change of a score since an instant, whether it is reliable, and the source for it. */
export function ScoreChange({ change: { points, kind }, since, source }: Props) {
  const { t } = useTranslation('taskProgress')
  const locale = useLocale()
  const number = new Intl.NumberFormat(locale.language, { signDisplay: 'exceptZero', maximumFractionDigits: 2 })
  return (
    <>
      <Text size="sm" fw={kind === 'improved' || kind === 'worsened' ? 550 : undefined}>
        {t(`change.${kind}`, {
          day: dateText(localDay(since, locale), locale.language),
          points: number.format(points),
        })}
      </Text>
      {source && (
        <Text size="xs" c="dimmed">
          {source}
        </Text>
      )}
    </>
  )
}
