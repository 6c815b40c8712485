import type { ClientTagId } from '@attune/contract/common/ids'
import type { Client } from '@attune/contract/features/people/client/client'
import type { ClientTag } from '@attune/contract/features/people/client-tag/client-tag'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../platform/api/api.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { useClientTagError, useInvalidateClientTags } from './use-client-tags.ts'

type Change = { tag: ClientTag; isNew?: boolean; isTagged: boolean }

/**
 * Adds and removes tags of one client. The client record shows a change immediately. If saving fails, it shows the
 * saved tags again. After a removal, a toast offers to undo it. `known` are all tags of the therapist.
 */
export function useTagClient({ id, tags }: Pick<Client, 'id' | 'tags'>, known: readonly ClientTag[]) {
  const { t } = useTranslation('clientTag')
  const client = useQueryClient()
  const tagWithName = useTagWithName()
  const changed = useInvalidateClientTags()
  const messageOf = useClientTagError()
  const queryKey = orpc.client.get.queryKey({ input: { id } })
  const save = useMutation({
    // Mutations with the same scope run one after the other. A new tag is created before the next change uses it.
    scope: { id: `tags-of-${id}` },
    mutationFn: async ({ tag, isNew, isTagged }: Change) => {
      const tagId = isNew ? await tagWithName(tag) : tag.id
      const named = { clientId: id, tagId }
      await (isTagged ? api.clientTag.addToClient(named) : api.clientTag.removeFromClient(named))
    },
    onSuccess: (_, { tag, isTagged }) => {
      const undo = { label: t('undo'), onClick: () => change({ tag, isTagged: true }) }
      if (!isTagged) toast({ variant: 'success', title: t('removed'), action: undo })
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => changed(),
  })
  const change = (wanted: Change) => {
    const { tag, isTagged } = wanted
    client.setQueryData(queryKey, (record) => {
      const others = record?.tags.filter((one) => one.id !== tag.id) ?? []
      return record && { ...record, tags: isTagged ? [...others, tag].toSorted(byName) : others }
    })
    save.mutate(wanted)
  }
  return {
    isPending: save.isPending,
    addByName: (name: string) => {
      const hasName = (tag: ClientTag) => isSameName(tag.name, name)
      if (tags.some(hasName)) return
      const existing = known.find(hasName)
      if (existing) change({ tag: pickTag(existing), isTagged: true })
      else change({ tag: { id: createId(), name, color: null }, isNew: true, isTagged: true })
    },
    remove: (tagId: ClientTagId) => {
      const tag = tags.find((one) => one.id === tagId)
      if (tag) change({ tag, isTagged: false })
    },
  }
}

/**
 * Returns a function that finds the id of the tag with the same name, and creates the tag if there is none. The page may not have loaded the tags
 * yet.
 */
function useTagWithName() {
  const client = useQueryClient()
  return async (tag: ClientTag) => {
    const { items } = await client.ensureQueryData(orpc.clientTag.list.queryOptions({ input: {} }))
    const existing = items.find(({ name }) => isSameName(name, tag.name))
    if (!existing) await api.clientTag.create(tag)
    return existing?.id ?? tag.id
  }
}

const pickTag = ({ id, name, color }: ClientTag): ClientTag => ({ id, name, color })
const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const byName = (a: ClientTag, b: ClientTag) => a.name.toLowerCase().localeCompare(b.name.toLowerCase())
