import {
  maxOriginLength,
  nativeOrigins,
  parseOrigin,
} from '@attune/contract/features/practice/api-access/api-access.rules'
import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './api-access.module.css'
import { PendingRows } from './PendingRows.tsx'
import { useAccessChange, useApiAccess } from './use-api-access.ts'

/** The origins of other apps that may call the API, and the fixed origins of the native app. */
export function AllowedOriginSettings() {
  const { t } = useTranslation('apiAccess')
  const read = useApiAccess()
  const remove = useAccessChange(api.apiAccess.removeOrigin)
  return (
    <Section title={t('origins.title')} hint={t('origins.hint')} rows>
      {nativeOrigins.map((origin) => (
        <CardRow key={origin} wraps>
          <Origin origin={origin} note={t('origins.native')} />
        </CardRow>
      ))}
      <Query of={read} pending={<PendingRows height={36} />} failed={t('loadFailed')} again={t('again')}>
        {({ origins }) =>
          origins.length === 0 ? (
            <CardRow>
              <div className={classes.quiet}>{t('origins.none')}</div>
            </CardRow>
          ) : (
            origins.map((origin) => (
              <CardRow key={origin} wraps>
                <Origin origin={origin} />
                <Button
                  variant="default"
                  disabled={remove.isPending}
                  aria-label={t('origins.removeOf', { origin })}
                  onClick={() => remove.mutate({ origin }, { onError: () => toast.error(t('notSaved')) })}
                >
                  {t('origins.remove')}
                </Button>
              </CardRow>
            ))
          )
        }
      </Query>
      <NewOrigin />
    </Section>
  )
}

const Origin = ({ origin, note }: { origin: string; note?: string }) => (
  <div className={classes.texts}>
    <code className={classes.code}>{origin}</code>
    {note && <div className={classes.quiet}>{note}</div>}
  </div>
)

function NewOrigin() {
  const { t } = useTranslation('apiAccess')
  const [typed, setTyped] = useState('')
  const [checked, setChecked] = useState(false)
  const allow = useAccessChange(api.apiAccess.allowOrigin)
  // A URL that is copied from the browser may end with a slash.
  const parsed = parseOrigin(typed.trim().replace(/(?<=[^/])\/$/, ''))
  const problem = 'problem' in parsed ? parsed.problem : null
  const add = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if ('problem' in parsed || allow.isPending) return
    const added = () => {
      setTyped('')
      setChecked(false)
    }
    allow.mutate(parsed, { onSuccess: added })
  }
  const isFull = allow.isError && errorCode(allow.error) === 'LIMIT_REACHED'
  const failure = allow.isError && t(isFull ? 'origins.full' : 'notSaved')
  return (
    <form className={classes.add} onSubmit={add} noValidate>
      <TextInput
        label={t('origins.label')}
        placeholder="https://app.example.com"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={maxOriginLength}
        value={typed}
        error={checked && problem ? t(`origins.problem.${problem}`) : failure}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          allow.reset()
        }}
      />
      <Button type="submit" variant="default" disabled={typed === ''} loading={allow.isPending}>
        {t('origins.add')}
      </Button>
    </form>
  )
}
