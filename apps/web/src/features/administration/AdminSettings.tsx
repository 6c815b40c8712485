import type { ProductSettings } from '@attune/contract/features/administration'
import { therapistSignups } from '@attune/contract/features/administration'
import { Radio, Skeleton, Stack, Switch, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api, query } from '../../platform/api.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { Panel, Section } from '../../ui/Section.tsx'
import { LoadFailed } from '../../ui/Waiting.tsx'
import classes from './administration.module.css'
import { PublicKey } from './PublicKey.tsx'

type Outcome = 'idle' | 'saving' | 'saved' | 'notSaved'

/** The settings of the product. Each change applies at once and says so. */
export function AdminSettings() {
  const { t } = useTranslation('administration')
  const read = useQuery(query.administration.settings.queryOptions({ input: {} }))
  return (
    <div className={classes.page}>
      <PageHead title={t('settings.title')} facts={t('settings.subtitle')} />
      {read.isPending && <Skeleton height={320} radius={14} />}
      {read.isError && !read.data && (
        <Panel>
          <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
        </Panel>
      )}
      {read.data && <Settings settings={read.data.settings} fixedUrl={read.data.publicUrlFromEnvironment} />}
    </div>
  )
}

function Settings({ settings, fixedUrl }: { settings: ProductSettings; fixedUrl: boolean }) {
  const { t } = useTranslation('administration')
  const cache = useQueryClient()
  const key = query.administration.settings.queryKey({ input: {} })
  const [last, setLast] = useState<keyof ProductSettings | null>(null)
  const save = useMutation({
    // One after the other: each carries the whole, as it is then.
    scope: { id: 'product-settings' },
    mutationFn: (change: Partial<ProductSettings>) => {
      const now = cache.getQueryData(key)?.settings ?? settings
      return api.administration.saveSettings({ ...now, ...change })
    },
    onSuccess: (after) => {
      cache.setQueryData(key, (old) => old && { ...old, settings: after })
      void cache.invalidateQueries({ queryKey: query.product.key() })
    },
  })
  const change = (name: keyof ProductSettings, value: Partial<ProductSettings>) => {
    setLast(name)
    save.mutate(value)
  }
  const outcome = (name: keyof ProductSettings): Outcome => {
    if (last !== name) return 'idle'
    return save.isPending ? 'saving' : save.isError ? 'notSaved' : 'saved'
  }
  const signup =
    save.isPending && save.variables.therapistSignup ? save.variables.therapistSignup : settings.therapistSignup
  const tell =
    save.isPending && save.variables.tellExistingAccounts !== undefined
      ? save.variables.tellExistingAccounts
      : settings.tellExistingAccounts
  return (
    <div className={classes.stack}>
      <Section title={t('settings.practice')} rows>
        <TextSetting
          label={t('settings.practiceName')}
          hint={t('settings.practiceNameHint')}
          value={settings.practiceName}
          maxLength={120}
          check={(text) => (text.trim() ? null : t('settings.practiceNameMissing'))}
          outcome={outcome('practiceName')}
          onSave={(practiceName) => change('practiceName', { practiceName })}
        />
        <TextSetting
          label={t('settings.publicUrl')}
          hint={t(fixedUrl ? 'settings.publicUrlFixed' : 'settings.publicUrlHint')}
          value={settings.publicUrl ?? ''}
          maxLength={200}
          disabled={fixedUrl}
          check={(text) => (text.trim() === '' || isAddress(text.trim()) ? null : t('settings.publicUrlWrong'))}
          outcome={outcome('publicUrl')}
          onSave={(url) => change('publicUrl', { publicUrl: url || null })}
        />
      </Section>
      <Section title={t('settings.accounts')} rows>
        <Setting label={t('settings.signup')} outcome={outcome('therapistSignup')}>
          <Radio.Group
            aria-label={t('settings.signup')}
            value={signup}
            onChange={(value) => {
              const therapistSignup = therapistSignups.find((one) => one === value)
              if (therapistSignup) change('therapistSignup', { therapistSignup })
            }}
          >
            <Stack gap="sm">
              {therapistSignups.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`settings.signups.${value}`)}
                  description={t(`settings.signups.${value}Hint`)}
                />
              ))}
            </Stack>
          </Radio.Group>
        </Setting>
        <Setting
          label={t('settings.tellExisting')}
          hint={t('settings.tellExistingHint')}
          outcome={outcome('tellExistingAccounts')}
          narrow
        >
          <Switch
            aria-label={t('settings.tellExisting')}
            checked={tell}
            onChange={(event) => change('tellExistingAccounts', { tellExistingAccounts: event.currentTarget.checked })}
          />
        </Setting>
      </Section>
      <PublicKey />
    </div>
  )
}

function isAddress(text: string) {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol)
  } catch {
    return false
  }
}

function Setting(props: { label: string; hint?: string; outcome: Outcome; narrow?: boolean; children: ReactNode }) {
  const { label, hint, outcome, narrow, children } = props
  const { t } = useTranslation('administration')
  return (
    <div className={classes.setting} data-narrow={narrow || undefined}>
      <div>
        <div className={classes.label}>{label}</div>
        {hint && <div className={classes.quiet}>{hint}</div>}
        <div className={classes.outcome} role="status" data-failed={outcome === 'notSaved' || undefined}>
          {outcome !== 'idle' && t(`settings.${outcome}`)}
        </div>
      </div>
      {children}
    </div>
  )
}

type TextProps = {
  label: string
  hint: string
  value: string
  maxLength: number
  disabled?: boolean
  check: (text: string) => string | null
  outcome: Outcome
  onSave: (text: string) => void
}

/** A text that is saved with Enter or when the field is left. */
function TextSetting({ label, hint, value, maxLength, disabled, check, outcome, onSave }: TextProps) {
  const [text, setText] = useState<string | null>(null)
  const id = useId()
  const problem = text === null ? null : check(text)
  const save = () => {
    if (text === null || problem) return
    // What was typed stays in the field, also where saving failed.
    if (text.trim() !== value) onSave(text.trim())
  }
  return (
    <Setting label={label} hint={hint} outcome={outcome}>
      <TextInput
        id={id}
        aria-label={label}
        value={text ?? value}
        error={problem}
        disabled={disabled}
        maxLength={maxLength}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && save()}
      />
    </Setting>
  )
}
