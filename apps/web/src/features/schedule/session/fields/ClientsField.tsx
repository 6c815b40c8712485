import '../../../../ui/styles-overlay.ts'
import { therapyTypes, participantLimits } from '@attune/contract/features/schedule/session/session.rules'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ClientSelect } from './ClientSelect.tsx'
import { ClientMultiSelect } from './ClientMultiSelect.tsx'
import type { PickedClient } from './use-client-search.ts'

export type TherapyTypeChoice = (typeof therapyTypes)[number]
export type ClientsDraft = { clients: PickedClient[]; therapyType: TherapyTypeChoice }
type Props = { value: ClientsDraft; onChange: (who: ClientsDraft) => void; error?: string }

/**
 * Renders the fields for the therapy type and its clients. `participantLimits` defines the number of clients for each
 * type.
 */
export function ClientsField({ value, onChange, error }: Props) {
  const { t } = useTranslation('session')
  const { clients, therapyType } = value
  const most = participantLimits[therapyType][1]
  return (
    <>
      <NativeSelect
        label={t('plan.kind')}
        value={therapyType}
        onChange={(event) => {
          const kind = therapyTypes.find((one) => one === event.currentTarget.value) ?? 'individual'
          onChange({ therapyType: kind, clients: clients.slice(0, participantLimits[kind][1]) })
        }}
        data={therapyTypes.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
      />
      {most === 1 ? (
        <ClientSelect
          value={clients[0] ?? null}
          onChange={(one) => onChange({ ...value, clients: one ? [one] : [] })}
          error={error}
        />
      ) : (
        <ClientMultiSelect
          value={clients}
          most={most}
          onChange={(many) => onChange({ ...value, clients: many })}
          error={error}
        />
      )}
    </>
  )
}
