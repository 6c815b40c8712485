import '../../ui/styles-overlay.ts'
import { therapyTypes } from '@attune/contract/features/session'
import { seats } from '@attune/contract/features/session.shapes'
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ClientPicker } from './ClientPicker.tsx'
import { SeveralClients } from './SeveralClients.tsx'
import type { Picked } from './use-client-search.ts'

export type Kind = (typeof therapyTypes)[number]
export type Who = { clients: Picked[]; therapyType: Kind }
type Props = { value: Who; onChange: (who: Who) => void; error?: string }

/** The therapy type and its participants. `seats` says how many clients each type allows. */
export function ClientsField({ value, onChange, error }: Props) {
  const { t } = useTranslation('session')
  const { clients, therapyType } = value
  const most = seats[therapyType][1]
  return (
    <>
      <NativeSelect
        label={t('plan.kind')}
        value={therapyType}
        onChange={(event) => {
          const kind = therapyTypes.find((one) => one === event.currentTarget.value) ?? 'individual'
          onChange({ therapyType: kind, clients: clients.slice(0, seats[kind][1]) })
        }}
        data={therapyTypes.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
      />
      {most === 1 ? (
        <ClientPicker
          value={clients[0] ?? null}
          onChange={(one) => onChange({ ...value, clients: one ? [one] : [] })}
          error={error}
        />
      ) : (
        <SeveralClients
          value={clients}
          most={most}
          onChange={(many) => onChange({ ...value, clients: many })}
          error={error}
        />
      )}
    </>
  )
}
