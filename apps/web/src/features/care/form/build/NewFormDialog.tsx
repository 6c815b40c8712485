import { languages } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { formTemplates, type FormTemplateName } from '@attune/contract/features/care/form/form.rules'
import { NativeSelect, Radio, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { isLanguage, languageOptions } from '../../../../platform/settings/language.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { useFormRefusalText, useInvalidateForms } from '../use-forms.ts'

/** Creates a form, either empty or from one of the product's drafts, and opens it. */
export function NewFormDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['formNew', 'form'])
  const [id] = useState(createId)
  const [template, setTemplate] = useState<FormTemplateName | 'empty'>('intake')
  const [language, setLanguage] = useState<Language>(useLocale().language as Language)
  const navigate = useNavigate()
  const cache = useQueryClient()
  const changed = useInvalidateForms()
  const refusal = useFormRefusalText()
  const create = useMutation({
    mutationFn: () => api.form.create({ id, template: template === 'empty' ? null : template, language }),
    onSuccess: (form) => {
      void changed()
      cache.setQueryData(orpc.form.get.queryKey({ input: { id } }), form)
      void navigate({ to: '/dashboard/therapist/forms/$formId', params: { formId: id } })
    },
  })
  return (
    <FormDialog
      title={t('title')}
      submit={t('submit')}
      back={t('form:back')}
      busy={create.isPending}
      problem={create.error && refusal(create.error)}
      wide
      onClose={onClose}
      onSubmit={() => create.mutate()}
    >
      <Radio.Group
        label={t('start')}
        description={t('startHint')}
        value={template}
        onChange={(next) => setTemplate(next as typeof template)}
      >
        <Stack gap="sm" mt="sm">
          {[...formTemplates, 'empty' as const].map((name) => (
            <Radio key={name} value={name} label={t(`template.${name}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <NativeSelect
        label={t('form:new.language')}
        data={languageOptions(languages)}
        value={language}
        onChange={({ currentTarget: { value } }) => isLanguage(value) && setLanguage(value)}
      />
    </FormDialog>
  )
}
