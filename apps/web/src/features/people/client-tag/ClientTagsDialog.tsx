import type { CountedClientTag } from '@attune/contract/features/people/client-tag/client-tag'
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconPencil, IconTags, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import dialogClasses from '../../../ui/dialog/Dialog.module.css'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { SearchField } from '../../../ui/input/SearchField.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './ClientTag.module.css'
import { ClientTagChip } from './ClientTagChips.tsx'
import { EditClientTagForm } from './EditClientTagForm.tsx'
import { manyTags, useClientTagError, useClientTags, useInvalidateClientTags } from './use-client-tags.ts'

/** Lists all tags of the therapist, with buttons to edit and delete each tag. */
export function ClientTagsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('clientTag')
  const read = useClientTags()
  return (
    <Dialog title={t('title')} size={460} onClose={onClose}>
      <Query
        of={read}
        pending={<RowSkeletons rows={3} avatar={false} />}
        failed={t('loadFailed')}
        again={t('again')}
        empty={
          read.data?.items.length === 0 && (
            <EmptyState icon={IconTags} level="h3" title={t('noneTitle')} text={t('noneText')} />
          )
        }
      >
        {({ items }) => <ClientTagRows tags={items} />}
      </Query>
    </Dialog>
  )
}

/** Lists the tags. With many tags, a search field narrows the list. */
function ClientTagRows({ tags }: { tags: readonly CountedClientTag[] }) {
  const { t } = useTranslation('clientTag')
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLocaleLowerCase()
  const found = tags.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
  return (
    <>
      {tags.length >= manyTags && <SearchField label={t('search')} value={typed} onChange={setTyped} mb="xs" />}
      <ul className={classes.rows}>
        {found.map((tag) => (
          <ClientTagRow key={tag.id} tag={tag} />
        ))}
      </ul>
      <Text size="sm" c="dimmed" role="status">
        {found.length === 0 && t('notFound')}
      </Text>
    </>
  )
}

/** Renders one row of the list: the tag, the form that edits the tag, or the confirmation to delete the tag. */
function ClientTagRow({ tag }: { tag: CountedClientTag }) {
  const { t } = useTranslation('clientTag')
  const [part, setPart] = useState<'edit' | 'delete' | null>(null)
  const close = () => setPart(null)
  return (
    <li className={classes.row}>
      {part === 'edit' && <EditClientTagForm tag={tag} onDone={close} />}
      {part === 'delete' && <DeleteClientTag tag={tag} onKeep={close} />}
      {part === null && (
        <>
          <ClientTagChip tag={tag} />
          <span className={classes.count}>{t('clients', { count: tag.clientCount })}</span>
          <ActionIcon aria-label={t('edit', { tag: tag.name })} onClick={() => setPart('edit')}>
            <IconPencil size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t('delete', { tag: tag.name })} onClick={() => setPart('delete')}>
            <IconTrash size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </>
      )}
    </li>
  )
}

function DeleteClientTag({ tag, onKeep }: { tag: CountedClientTag; onKeep: () => void }) {
  const { t } = useTranslation('clientTag')
  const changed = useInvalidateClientTags()
  const messageOf = useClientTagError()
  const remove = useMutation({
    mutationFn: () => api.clientTag.delete({ id: tag.id }),
    onSuccess: () => toast.success(t('deleted')),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => changed(),
  })
  return (
    <div className={classes.form} role="group" aria-label={t('delete', { tag: tag.name })}>
      <Text size="sm">{t('deleteText', { tag: tag.name, count: tag.clientCount })}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus autoFocus onClick={onKeep}>
          {t('keep')}
        </Button>
        <Button className={dialogClasses.danger} loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('deleteTag')}
        </Button>
      </Group>
    </div>
  )
}
