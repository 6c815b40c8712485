import { charactersOutsideGsm, smsSize } from '@attune/contract/features/messages/text-message/text-message.rules'
import { useTranslation } from 'react-i18next'
import classes from './text-message.module.css'

type Props = {
  text: string
  /** The texts that Attune adds before and after the written text in the first text message to a number; null if this is not the first. */
  first: { before: string; after: string } | null
}

/** Shows the number of SMS that a text needs, and the characters that increase it. */
export function SmsSizeHint({ text, first }: Props) {
  const { t } = useTranslation('textMessage')
  const written = text.trim()
  if (written === '') return null
  const whole = `${first?.before ?? ''}${written}${first?.after ?? ''}`
  const { segments, unitsLeft } = smsSize(whole)
  const unusual = charactersOutsideGsm(whole)
  const isLongerForThem = smsSize(withoutUnusual(whole, unusual)).segments < segments
  return (
    <p className={classes.hint}>
      <span>{t('segments', { count: segments, left: unitsLeft })}</span>
      {isLongerForThem && (
        <span>
          {t('unusual', { count: unusual.length, characters: unusual.slice(0, 5).join(' '), messages: segments })}
        </span>
      )}
    </p>
  )
}

const withoutUnusual = (text: string, unusual: string[]) =>
  Array.from(text, (character) => (unusual.includes(character) ? 'x' : character)).join('')
