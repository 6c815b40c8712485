import type { FormItem } from '@attune/contract/features/care/form/form.schemas'
import { Checkbox, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { isSendable, useForms } from '../use-forms.ts'
import { NothingToSend } from './NothingToSend.tsx'

type Props = { chosen: readonly FormItem[]; onChange: (chosen: FormItem[]) => void }

/** A checkbox for each form that can be sent to a new client. Omits the forms that each new client receives anyway. */
export function NewClientForms({ chosen, onChange }: Props) {
  const { t } = useTranslation('form')
  const forms = useForms()
  const sendable = (forms.data?.items ?? []).filter((form) => isSendable(form) && !form.isSentOnJoining)
  if (sendable.length === 0)
    return (
      <Query
        of={forms}
        pending={<RowSkeletons rows={1} avatar={false} />}
        failed={t('failed')}
        again={t('again')}
        empty={<NothingToSend />}
      />
    )
  return (
    <Stack gap="sm">
      {sendable.map((form) => {
        const others = chosen.filter(({ id }) => id !== form.id)
        return (
          <Checkbox
            key={form.id}
            label={form.title}
            checked={others.length < chosen.length}
            onChange={(event) => onChange(event.currentTarget.checked ? [...others, form] : others)}
          />
        )
      })}
    </Stack>
  )
}
