import { Button, Text, TextInput } from '@mantine/core'
import { IconFingerprint, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../platform/api.ts'
import { useErrorWords } from '../../platform/error-words.ts'
import { codeOf } from '../../platform/faults.ts'
import { pass } from '../../platform/gates.ts'
import { readLogin, rememberLogin } from '../../platform/login.ts'
import { knowsPasskeys, makePasskey } from '../../platform/passkeys.ts'
import { useReader } from '../../platform/reader.ts'
import { Facts } from '../../ui/Facts.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { FormError } from '../../ui/FormError.tsx'
import { dayOf, dayText } from '../../ui/moment.ts'
import { Row, Section } from '../../ui/Section.tsx'
import { LoadFailed } from '../../ui/Waiting.tsx'
import { toast } from '../../ui/toast.ts'
import { OwnPassword } from '../login/login.tsx'
import classes from './account.module.css'

/** Passkeys: each is both halves of signing in at once. */
export function Passkeys() {
  const { t } = useTranslation('security')
  const words = useErrorWords()
  const reader = useReader()
  const [adding, setAdding] = useState(false)
  const read = useQuery(query.login.passkeys.queryOptions({ input: {} }))
  const remove = useMutation({
    mutationFn: (id: string) => api.login.deletePasskey({ id }),
    onSuccess: async () => {
      await Promise.all([read.refetch(), readLogin()])
      toast.success(t('passkeys.deleted'))
    },
  })
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
            aria-label={t('passkeys.deleteOf', { name })}
            loading={remove.isPending && remove.variables === id}
            onClick={() => remove.mutate(id)}
          >
            {t('passkeys.delete')}
          </Button>
        </Row>
      ))}
      {remove.isError && (
        <div className={classes.inset}>
          <FormError>{words(remove.error)}</FormError>
        </div>
      )}
      {adding && <AddPasskey onClose={() => setAdding(false)} onAdded={() => void read.refetch()} />}
    </Section>
  )
}

function AddPasskey({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const { t } = useTranslation('security')
  const words = useErrorWords()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const add = useMutation({
    mutationFn: async () => {
      const response = await makePasskey(password)
      return response && api.login.registerPasskey({ name: name.trim(), response })
    },
    onSuccess: (made) => {
      if (!made) return
      rememberLogin(made.login)
      toast.success(t('passkeys.added'))
      onAdded()
      onClose()
    },
    onError: async (error) => {
      // Who owns a factor already proves it before another one is added.
      if (codeOf(error) === 'STEP_UP' && (await pass('code'))) add.mutate()
    },
  })
  const code = codeOf(add.error)
  const old = code === 'PASSWORD_NEEDED' || code === 'INVALID_CREDENTIALS'
  const [asked, setAsked] = useState(false)
  if (old && !asked) setAsked(true)
  return (
    <FormDialog
      onClose={onClose}
      title={t('passkeys.add')}
      submit={t('passkeys.make')}
      back={t('cancel')}
      busy={add.isPending}
      onSubmit={() => add.mutate()}
    >
      <Text size="sm">{t('passkeys.text')}</Text>
      <TextInput
        data-autofocus
        label={t('passkeys.name')}
        description={t('passkeys.nameHint')}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {asked && (
        <OwnPassword
          label={t('password.current')}
          description={t('passkeys.why')}
          value={password}
          error={code === 'INVALID_CREDENTIALS' && t('password.wrong')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      <FormError>{add.isSuccess && !add.data ? t('passkeys.turnedAway') : old ? null : words(add.error)}</FormError>
    </FormDialog>
  )
}
