import type { ClientTag } from '@attune/contract/features/people/client-tag/client-tag'
import { clientTagColors, clientTagLength } from '@attune/contract/features/people/client-tag/client-tag.rules'
import { isFilled } from '@attune/contract/common/text/text'
import { Button, Group, Radio, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './ClientTag.module.css'
import { useClientTagError, useInvalidateClientTags } from './use-client-tags.ts'

/** Edits the name and the color of a tag. */
export function EditClientTagForm({ tag, onDone }: { tag: ClientTag; onDone: () => void }) {
  const { t } = useTranslation('clientTag')
  const changed = useInvalidateClientTags()
  const messageOf = useClientTagError()
  const [name, setName] = useState(tag.name)
  const [color, setColor] = useState(tag.color)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: () => api.clientTag.edit({ id: tag.id, name, color }),
    onSuccess: async () => {
      toast.success(t('saved'))
      await changed()
      onDone()
    },
    onError: (error) =>
      errorCode(error) === 'NAME_TAKEN' ? setProblem(messageOf(error)) : toast.error(messageOf(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isFilled(name)) setProblem(t('nameRequired'))
    else if (!save.isPending) save.mutate()
  }
  return (
    <form className={classes.form} aria-label={t('edit', { tag: tag.name })} noValidate onSubmit={submit}>
      <TextInput
        label={t('name')}
        autoFocus
        maxLength={clientTagLength}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <ColorChoice color={color} onColor={setColor} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={save.isPending} onClick={onDone}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      </Group>
    </form>
  )
}

function ColorChoice({ color, onColor }: { color: ClientTag['color']; onColor: (color: ClientTag['color']) => void }) {
  const { t } = useTranslation('clientTag')
  const label = (one: (typeof clientTagColors)[number]) => (
    <>
      <span className={classes.swatch} data-color={one} aria-hidden />
      {t(`colors.${one}`)}
    </>
  )
  return (
    <Radio.Group
      label={t('color')}
      value={color ?? 'none'}
      onChange={(value) => onColor(clientTagColors.find((one) => one === value) ?? null)}
    >
      <Group gap="md" mt={4}>
        <Radio value="none" label={t('colors.none')} />
        {clientTagColors.map((one) => (
          <Radio key={one} value={one} label={label(one)} />
        ))}
      </Group>
    </Radio.Group>
  )
}
