import type { AssistantSetup } from '@attune/contract/features/assistant/assistant-setup/assistant-setup'
import { Button, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { AssistantSetupRow } from './AssistantSetupRow.tsx'
import classes from './assistant-setup.module.css'
import { settingsOf, useAssistantChange } from './use-assistant-setup.ts'

/** Shows the model, with a button that loads the endpoint's list of models. Choosing a model saves it. */
export function ModelRow({ setup }: { setup: AssistantSetup }) {
  const { t } = useTranslation('assistantSetup')
  const load = useMutation({ mutationFn: () => api.assistantSetup.models({}) })
  const save = useAssistantChange((model: string) => api.assistantSetup.save({ ...settingsOf(setup), model }))
  const models = [...new Set([...(setup.model ? [setup.model] : []), ...(load.data?.models ?? [])])]
  const failed = () => toast.error(t('notSaved'))
  return (
    <AssistantSetupRow name={t('model.name')} state={useModelState(load, setup)}>
      {models.length > 0 && (
        <NativeSelect
          className={classes.model}
          aria-label={t('model.name')}
          value={setup.model ?? ''}
          disabled={save.isPending}
          data={[...(setup.model ? [] : [{ value: '', label: t('model.choose') }]), ...models]}
          onChange={(event) => event.currentTarget.value && save.mutate(event.currentTarget.value, { onError: failed })}
        />
      )}
      <Button variant="default" loading={load.isPending} onClick={() => load.mutate()}>
        {t('model.load')}
      </Button>
    </AssistantSetupRow>
  )
}

type Loaded = { data?: Awaited<ReturnType<typeof api.assistantSetup.models>> | undefined; isError: boolean }

/** Returns a sentence that says whether the list of models was loaded and, if not, why. */
function useModelState({ data, isError }: Loaded, setup: AssistantSetup): string {
  const { t } = useTranslation('assistantSetup')
  if (isError) return t('model.failed')
  if (data && data.missing.length > 0)
    return t('missingFirst', { parts: data.missing.map((part) => t(`part.${part}`)).join(', ') })
  if (data?.failure) return t(`result.${data.failure}`)
  if (data && data.models.length === 0) return t('model.none')
  return data ? t('model.loaded', { count: data.models.length }) : t(setup.model ? 'model.hint' : 'model.first')
}
