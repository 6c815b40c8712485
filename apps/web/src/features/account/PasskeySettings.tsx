import { Button, Text } from '@mantine/core'
import { IconFingerprint, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../platform/api.ts'
import { supportsPasskeys } from '../../platform/passkeys.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { MetaList } from '../../ui/MetaList.tsx'
import { localDay, dayText } from '../../ui/date-text.ts'
import { CardRow, Section } from '../../ui/Section.tsx'
import { Query } from '../../ui/Query.tsx'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { DeletePasskeyDialog } from './DeletePasskeyDialog.tsx'
import classes from './account.module.css'

/** The passkeys of the account. A passkey replaces password and second factor. */
export function PasskeySettings() {
  const { t } = useTranslation('security')
  const reader = useLocale()
  const [adding, setAdding] = useState(false)
  const read = useQuery(orpc.login.passkeys.queryOptions({ input: {} }))
  const [deleting, setDeleting] = useState<{ id: string; name: string } | null>(null)
  const day = (instant: string) => dayText(localDay(instant, reader), reader)
  const items = read.data?.items ?? []
  return (
    <Section
      title={t('passkeys.title')}
      hint={t(supportsPasskeys() ? 'passkeys.hint' : 'passkeys.unknown')}
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
          items.map(({ id, name, createdAt, lastUsedAt }) => (
            <CardRow key={id} wraps>
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
                onClick={() => setDeleting({ id, name })}
              >
                {t('passkeys.delete')}
              </Button>
            </CardRow>
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
