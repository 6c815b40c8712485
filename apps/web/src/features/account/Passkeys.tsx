import { Button, Text } from '@mantine/core'
import { IconFingerprint, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { knowsPasskeys } from '../../platform/passkeys.ts'
import { useReader } from '../../platform/reader.ts'
import { Facts } from '../../ui/Facts.tsx'
import { dayOf, dayText } from '../../ui/moment.ts'
import { Row, Section } from '../../ui/Section.tsx'
import { LoadFailed } from '../../ui/Waiting.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { DeletePasskey } from './DeletePasskey.tsx'
import classes from './account.module.css'

/** The passkeys of the account. A passkey replaces password and second factor. */
export function Passkeys() {
  const { t } = useTranslation('security')
  const reader = useReader()
  const [adding, setAdding] = useState(false)
  const read = useQuery(query.login.passkeys.queryOptions({ input: {} }))
  const [deleting, setDeleting] = useState<{ id: string; name: string } | null>(null)
  const day = (instant: string) => dayText(dayOf(instant, reader), reader)
  const items = read.data?.items ?? []
  return (
    <Section
      title={t('passkeys.title')}
      hint={t(knowsPasskeys() ? 'passkeys.hint' : 'passkeys.unknown')}
      rows
      action={
        knowsPasskeys() && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      {read.isError && !read.data && (
        <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
      )}
      {items.map(({ id, name, createdAt, lastUsedAt }) => (
        <Row key={id} wraps>
          <div className={classes.marked}>
            <IconFingerprint size={20} stroke={1.6} aria-hidden />
            <div className={classes.grow}>
              <Text fw={550} size="sm">
                {name || t('passkeys.nameless')}
              </Text>
              <Facts>
                {t('passkeys.since', { when: day(createdAt) })}
                {lastUsedAt && t('passkeys.used', { when: day(lastUsedAt) })}
              </Facts>
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
        </Row>
      ))}
      {adding && <AddPasskey onClose={() => setAdding(false)} onAdded={() => void read.refetch()} />}
      {deleting && (
        <DeletePasskey passkey={deleting} onClose={() => setDeleting(null)} onDeleted={() => read.refetch()} />
      )}
    </Section>
  )
}
