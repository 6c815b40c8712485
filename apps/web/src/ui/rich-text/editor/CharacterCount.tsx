import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../platform/settings/language.ts'
import classes from './editor.module.css'

/** The count is shown if the text is at least this fraction of the maximum length. */
const shownFrom = 0.9

/** Shows the number of characters once it is near the maximum. */
export function CharacterCount({ length, max }: { length: number; max: number }) {
  const { t } = useTranslation('richText')
  const number = (count: number) => count.toLocaleString(currentLanguage())
  const over = length - max
  const text =
    over > 0 ? t('tooLong', { count: over, over: number(over) }) : t('of', { length: number(length), max: number(max) })
  return (
    <p role="status" className={classes['count']} data-over={over > 0 || undefined}>
      {length >= max * shownFrom && (
        <>
          {over > 0 && <IconAlertTriangle size={16} aria-hidden />}
          {text}
        </>
      )}
    </p>
  )
}
