import type { SessionText } from '@attune/contract/features/session'
import { textKinds } from '@attune/contract/features/session'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { momentWithin } from '../../ui/moment.ts'
import { Section } from '../../ui/Section.tsx'
import classes from './note.module.css'
import { useLiveTexts } from './use-note.ts'

/** The texts of a session that the therapist shares, for the client, updated live. Nothing if none is shared. */
export function SharedTexts({ texts, therapist }: { texts: SessionText[]; therapist: string }) {
  const { t } = useTranslation('note')
  const reader = useReader()
  useLiveTexts()
  return textKinds.flatMap((kind) => {
    const text = texts.find((one) => one.kind === kind)
    if (!text || text.text.trim() === '') return []
    const when = text.updatedAt && momentWithin(text.updatedAt, reader)
    return [
      <Section
        key={kind}
        title={t(`texts.${kind}`)}
        hint={when ? t('shared.from', { name: therapist, when }) : t('shared.by', { name: therapist })}
      >
        <div className={classes.read}>{text.text}</div>
      </Section>,
    ]
  })
}
