import type { SentFormId } from '@attune/contract/common/ids'
import { chosenSafetyOptions } from '@attune/contract/features/care/form/form.rules'
import type { OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from '../Form.module.css'
import { FormDownload } from '../FormDownload.tsx'
import { FormPaper } from '../FormPaper.tsx'
import { PaperSignatureFacts } from '../PaperSignatureFacts.tsx'
import { SentFormBadge } from '../SentFormBadge.tsx'
import { SignatureFacts } from '../SignatureFacts.tsx'
import { useFormRefusalText, useFormTimes, useInvalidateForms } from '../use-forms.ts'
import { useFormAccess } from './form-access.ts'

const EmergencyNumbersAndPlan = lazyNamed(
  () => import('../../safety/safety.ts'),
  'EmergencyNumbersAndPlan',
  <Skeleton height={220} radius={14} />,
)
const DiscardDialog = lazyNamed(() => import('../../../../ui/dialog/DiscardDialog.tsx'), 'DiscardDialog')

type Props = {
  form: OwnFormView
  mayWithdraw?: boolean
  /** A message above the form. */
  note?: ReactNode
}

/**
 * Shows a signed form with its PDF. The person who signed a consent can withdraw it (`mayWithdraw`). If an answer indicates a danger, shows the
 * emergency numbers and the client's safety plan above the answers.
 */
export function SignedForm({ form, mayWithdraw = true, note }: Props) {
  const { t } = useTranslation('form')
  const { dayAndTime } = useFormTimes()
  const { id, content, answers, signature, withdrawnAt, isReady, state, isConsent, paper, scan, hasSignature } = form
  return (
    <>
      <PageHeader
        title={content.title}
        facts={<SentFormBadge state={state} hasSignature={hasSignature} />}
        actions={
          <>
            {!paper && <FormDownload id={id} title={content.title} isReady={isReady} />}
            {isConsent && mayWithdraw && state === 'signed' && <WithdrawButton id={id} />}
          </>
        }
      />
      <div className={classes.parts} data-narrow>
        {note}
        {withdrawnAt && (
          <Callout kind="warning" title={t('withdraw.done')}>
            {t('withdraw.since', { when: dayAndTime(withdrawnAt) })}
          </Callout>
        )}
        {!paper && chosenSafetyOptions(content, answers).length > 0 && <EmergencyNumbersAndPlan />}
        {paper && <PaperSignatureFacts paper={paper} scan={scan} />}
        <Section title={t(paper ? 'title' : 'own.answers')}>
          <FormPaper content={content} answers={paper ? null : answers} />
        </Section>
        {signature && <SignatureFacts signature={signature} />}
      </div>
    </>
  )
}

/** A button that asks whether to withdraw a signed consent. */
export function WithdrawButton({ id }: { id: SentFormId }) {
  const { t } = useTranslation('form')
  const [asked, setAsked] = useState(false)
  const cache = useQueryClient()
  const access = useFormAccess()
  const changed = useInvalidateForms()
  const refusal = useFormRefusalText()
  const withdraw = useMutation({
    mutationFn: () => access.withdraw(id),
    onSuccess: (form) => {
      cache.setQueryData(access.queryKey(id), form)
      void changed()
      toast.success(t('withdraw.done'))
    },
    onError: (error) => toast.error(refusal(error)),
    onSettled: () => setAsked(false),
  })
  return (
    <>
      <Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t('withdraw.action')}
      </Button>
      {asked && (
        <DiscardDialog
          title={t('withdraw.title')}
          text={t('withdraw.text')}
          stay={t('withdraw.keep')}
          leave={t('withdraw.action')}
          onStay={() => setAsked(false)}
          onLeave={() => withdraw.mutate()}
        />
      )}
    </>
  )
}
