import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import {
  channelLimits,
  templateVariables,
  twilioTemplate,
  unknownTemplateVariables,
} from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { NativeSelect, TextInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../platform/api/api.ts'
import { interfaceLanguages, isLanguage, languageNames } from '../../../platform/settings/language.ts'
import { useDraft, useForm } from '../../../platform/draft/use-draft.ts'
import { DraftCallout } from '../../../ui/page/status/DraftCallout.tsx'
import { SetupDialog } from './SetupDialog.tsx'
import { useSetupChange } from './use-channel-setup.ts'

type Template = ChannelSetup['templates'][number]

const emptyTemplate = (): Template => ({ id: createId(), name: '', language: 'en', text: '', templateId: '' })

/** Adds a template that WhatsApp has approved. */
export function TemplateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('channelSetup')
  const draft = useDraft('message-template', emptyTemplate)
  const template = draft.value
  const [checked, setChecked] = useState(false)
  const save = useSetupChange(api.channelSetup.saveTemplate, () => {
    draft.forget()
    onClose()
  })
  const { change } = useForm(draft)
  const isWrongId = !twilioTemplate.test(template.templateId.trim())
  const hasUnknown = unknownTemplateVariables(template.text).length > 0
  const submit = () => {
    setChecked(true)
    if (template.name.trim() && template.text.trim() && !hasUnknown && !isWrongId) save.mutate(template)
  }
  return (
    <SetupDialog title={t('template.title')} submit={t('template.add')} save={save} onClose={onClose} onSubmit={submit}>
      <DraftCallout draft={draft} />
      <TextInput
        data-autofocus
        label={t('template.name')}
        maxLength={channelLimits.templateName}
        value={template.name}
        error={checked && !template.name.trim() && t('template.nameMissing')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('template.language')}
        value={template.language}
        data={interfaceLanguages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={({ currentTarget: { value } }) => isLanguage(value) && change({ language: value })}
      />
      <TemplateText
        text={template.text}
        isMissing={checked && !template.text.trim()}
        onChange={(text) => change({ text })}
      />
      <TextInput
        label={t('template.id')}
        placeholder="HX…"
        autoComplete="off"
        value={template.templateId}
        error={checked && isWrongId && t('template.idWrong')}
        onChange={(event) => change({ templateId: event.currentTarget.value })}
      />
    </SetupDialog>
  )
}

type TemplateTextProps = { text: string; isMissing: boolean; onChange: (text: string) => void }

/** The field for the text of a template. Immediately shows which variables Attune cannot fill. */
function TemplateText({ text, isMissing, onChange }: TemplateTextProps) {
  const { t } = useTranslation('channelSetup')
  const variables = unknownTemplateVariables(text).join(', ')
  return (
    <Textarea
      autosize
      minRows={3}
      maxRows={10}
      label={t('template.text')}
      description={t('template.textHint', templateVariables)}
      maxLength={channelLimits.templateText}
      value={text}
      error={
        variables ? t('template.unknown', { ...templateVariables, variables }) : isMissing && t('template.textMissing')
      }
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
