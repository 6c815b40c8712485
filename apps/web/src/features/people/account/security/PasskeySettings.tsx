import type { PasskeyId } from '@attune/contract/common/ids'
import { Button, Text } from '@mantine/core'
import { IconFingerprint, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc, type api } from '../../../../platform/api/api.ts'
import { supportsPasskeys } from '../../../../platform/login/passkeys.ts'
import { transport } from '../../../../platform/api/transport.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { localDay, dayText } from '../../../../ui/page/date-text.ts'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { DeletePasskeyDialog } from './DeletePasskeyDialog.tsx'
import classes from '../account.module.css'

/**
 * Lists, adds and deletes the passkeys of the account. A person who signs in with a passkey needs neither the password
 * nor a second factor.
 */
export function PasskeySettings() {
  const { t } = useTranslation('security')
  const [adding, setAdding] = useState(false)
  const read = useQuery(orpc.login.passkeys.queryOptions({ input: {} }))
  const [deleting, setDeleting] = useState<{ id: PasskeyId; name: string } | null>(null)
  const items = read.data?.items ?? []
  return (
    <Section
      title={t('passkeys.title')}
      hint={t(`passkeys.${supportsPasskeys() ? 'hint' : transport().signIn ? 'inBrowser' : 'unknown'}`)}
      rows
      action={
        supportsPasskeys() && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      <Query of={read} failed={t('loadFailed')} again={t('again')}>
        {() =>
          items.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onDelete={() => setDeleting(passkey)} />
          ))
        }
      </Query>
      {adding && <AddPasskeyDialog onClose={() => setAdding(false)} onAdded={() => void read.refetch()} />}
      {deleting && (
        <DeletePasskeyDialog passkey={deleting} onClose={() => setDeleting(null)} onDeleted={() => read.refetch()} />
      )}
    </Section>
  )
}

type Passkey = Awaited<ReturnType<typeof api.login.passkeys>>['items'][number]
type RowProps = { passkey: Passkey; onDelete: () => void }

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, onDelete }: RowProps) {
  const { t } = useTranslation('security')
  const locale = useLocale()
  const day = (instant: string) => dayText(localDay(instant, locale), locale)
  return (
    <CardRow wraps>
      <div className={classes.marked}>
        <IconFingerprint size={20} stroke={1.6} aria-hidden />
        <div className={classes.grow}>
          <Text fw={550} size="sm">
            {name || t('passkeys.nameless')}
          </Text>
          <MetaList>
            {t('passkeys.since', { when: day(createdAt) })}
            {lastUsedAt && t('passkeys.used', { when: day(lastUsedAt) })}
          </MetaList>
        </div>
      </div>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconTrash size={18} stroke={1.6} aria-hidden />}
        aria-label={t('passkeys.deleteOf', { name: name || t('passkeys.nameless') })}
        onClick={onDelete}
      >
        {t('passkeys.delete')}
      </Button>
    </CardRow>
  )
}
