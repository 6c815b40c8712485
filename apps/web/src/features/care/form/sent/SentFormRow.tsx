import type { ClientId } from '@attune/contract/common/ids'
import type { SentForm } from '@attune/contract/features/care/form/form.schemas'
import { UnstyledButton } from '@mantine/core'
import { IconEyeOff, IconFlag } from '@tabler/icons-react'
import { useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { CardRow } from '../../../../ui/page/Section.tsx'
import classes from '../Form.module.css'
import { FormDownload } from '../FormDownload.tsx'
import { SentFormBadge } from '../SentFormBadge.tsx'
import { useFormTimes } from '../use-forms.ts'
import { SentFormMenu } from './SentFormMenu.tsx'

const SentFormDialog = lazyNamed(() => import('./SentFormDialog.tsx'), 'SentFormDialog')

type Props = { client: { id: ClientId; name: string }; item: SentForm }

/** A sent form with its state and the therapist's actions. */
export function SentFormRow({ client, item }: Props) {
  const { t } = useTranslation('form')
  const [viewed, setViewed] = useState(false)
  const { id, title, state, isReady, flag, paper, hasSignature } = item
  const hasPdf = !paper && (state === 'signed' || state === 'withdrawn')
  return (
    <CardRow wraps="early">
      <div className={classes.texts}>
        <UnstyledButton className={classes.link} aria-haspopup="dialog" onClick={() => setViewed(true)}>
          {title}
        </UnstyledButton>
        <div className={classes.facts}>
          <SentFormFacts item={item} />
        </div>
      </div>
      <div className={classes.actions}>
        {flag === 'raised' && (
          <StatusBadge icon={IconFlag} tone="danger">
            {t('flag.short')}
          </StatusBadge>
        )}
        {item.isKept && (
          <StatusBadge icon={IconEyeOff} tone="quiet">
            {t('guardian.kept')}
          </StatusBadge>
        )}
        <SentFormBadge state={state} hasSignature={hasSignature} />
        {hasPdf && <FormDownload id={id} title={title} isReady={isReady} />}
        {(state === 'open' || (paper && state === 'signed') || item.isForGuardians) && state !== 'cancelled' && (
          <SentFormMenu client={client} item={item} />
        )}
      </div>
      {viewed && <SentFormDialog client={client} item={item} onClose={() => setViewed(false)} />}
    </CardRow>
  )
}

/** Shows when a form was sent and completed, in which version, and what is still due. */
function SentFormFacts({ item }: { item: SentForm }) {
  const { t } = useTranslation(['form', 'formPaper'])
  const { language } = useLocale()
  const { day } = useFormTimes()
  const { state, sentAt, signedAt, withdrawnAt, cancelledAt, dueDay, version, paper, hasSignature } = item
  return (
    <MetaList>
      {t('versionNumber', { number: version })}
      {t('sentOn', { day: day(sentAt) })}
      {paper
        ? t('formPaper:signed', { name: paper.signerName, day: dateText(paper.signedOn, language) })
        : signedAt && t(hasSignature ? 'signedOn' : 'submittedOn', { day: day(signedAt) })}
      {withdrawnAt && t('withdrawnOn', { day: day(withdrawnAt) })}
      {cancelledAt && t('cancelledOn', { day: day(cancelledAt) })}
      {state === 'open' && dueDay && t('dueOn', { day: dateText(dueDay, language) })}
      {guardianFact(item, t)}
    </MetaList>
  )
}

/**
 * Returns the text about the guardians: those who must still sign an open form, or the guardian who signed it and how; null if there is nothing to
 * show.
 */
function guardianFact(item: SentForm, t: TFunction<['form', 'formPaper']>): string | null {
  const { state, needsGuardian, waitsFor, guardianName, method, agreement } = item
  if (state === 'cancelled') return null
  if (state === 'open') {
    if (waitsFor.length > 0) return t('guardian.waitsFor', { names: waitsFor.join(', ') })
    return needsGuardian ? t('formPaper:needed') : null
  }
  const signed = guardianName && method ? t(`guardian.signed.${method}`, { name: guardianName }) : null
  const missing = agreement?.missing.length
    ? t('guardian.notValid', { names: agreement.missing.join(', ') })
    : agreement && t('guardian.allAgreed')
  return [signed, missing].filter(Boolean).join(' · ') || null
}
