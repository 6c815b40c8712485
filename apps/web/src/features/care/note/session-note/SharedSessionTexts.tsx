import type { SessionText } from '@attune/contract/features/schedule/session/session'
import { sessionTextKinds } from '@attune/contract/features/schedule/session/session.rules'
import { isFilled } from '@attune/contract/common/text/text'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from '../note.module.css'
import { useSessionTextSubscriptions } from './use-note.ts'

/** Shows a client the session texts that the therapist shares, updated live. Renders nothing if no text is shared. */
export function SharedSessionTexts({ texts, therapist }: { texts: SessionText[]; therapist: string }) {
  const { t } = useTranslation('note')
  const locale = useLocale()
  useSessionTextSubscriptions()
  return sessionTextKinds.flatMap((kind) => {
    const text = texts.find((one) => one.kind === kind)
    if (!text || !isFilled(text.text)) return []
    const when = text.updatedAt && momentInSentence(text.updatedAt, locale)
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
