import { isFilled } from '@attune/contract/common/text/text'
import type { ReminderText } from '@attune/contract/features/billing/payment/payment.reminder-texts'
import {
  maxReminderText,
  reminderPlaceholders,
  unknownPlaceholders,
} from '@attune/contract/features/billing/payment/payment.rules'
import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { languageNames } from '../../../../platform/settings/language.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { useDraft } from '../../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { DefinitionList } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'

type Props = { of: ReminderText; onClose: () => void }

/** Edits the text of a reminder in a language. The text of the product can be restored. */
export function ReminderTextDialog({ of, onClose }: Props) {
  const { t } = useTranslation(['paymentReminder', 'common'])
  const { language, step, standard } = of
  const draft = useDraft(`reminder-text-${language}-${step}`, () => ({ text: of.own ?? standard }))
  const { text } = draft.value
  const [checked, setChecked] = useState(false)
  const { save, problem } = useSaveReminderText(of, () => {
    draft.forget()
    onClose()
  })
  const [unknown] = unknownPlaceholders(text)
  const wrong = !isFilled(text) ? t('texts.missing') : unknown && t('texts.unknown', { name: unknown })
  return (
    <FormDialog
      wide
      title={t('texts.title', { name: t(`steps.${step}`), language: languageNames[language] })}
      submit={t('texts.save')}
      back={t('common:cancel')}
      busy={save.isPending}
      dirty={draft.dirty}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true)
        // The default text is not stored, so that changes to it in later versions take effect.
        if (!wrong) save.mutate(text.trim() === standard ? null : text.trim())
      }}
    >
      <DraftCallout draft={draft} />
      <Textarea
        data-autofocus
        label={t('texts.text')}
        lang={language}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={maxReminderText}
        value={text}
        error={checked && wrong}
        onChange={(event) => draft.change({ text: event.currentTarget.value })}
      />
      <Placeholders />
      {text !== standard && <RestoreButton onClick={() => draft.change({ text: standard })} />}
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}

function RestoreButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('paymentReminder')
  return (
    <div>
      <Button variant="subtle" size="compact-sm" onClick={onClick}>
        {t('texts.restore')}
      </Button>
    </div>
  )
}

/** Explains the placeholders in braces, which the reminder replaces by a number, a day or an amount. */
function Placeholders() {
  const { t } = useTranslation('paymentReminder')
  return <DefinitionList of={reminderPlaceholders.map((name) => [`{${name}}`, t(`placeholders.${name}`)] as const)} />
}

function useSaveReminderText({ language, step }: ReminderText, onClose: () => void) {
  const { t } = useTranslation('paymentReminder')
  const cache = useQueryClient()
  const message = useErrorMessage()
  const save = useMutation({
    mutationFn: (own: string | null) => api.payment.saveReminderText({ language, step, own }),
    onSuccess: (saved) => {
      cache.setQueryData(orpc.payment.reminderTexts.queryKey({ input: {} }), saved)
      void cache.invalidateQueries({ queryKey: orpc.payment.reminders.key() })
      toast.success(t('texts.saved'))
      onClose()
    },
  })
  return { save, problem: save.error && message(save.error) }
}
