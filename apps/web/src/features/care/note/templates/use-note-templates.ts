import type { NoteTemplate } from '@attune/contract/features/care/note/note'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { toast } from '../../../../ui/toast/toast.ts'

/** Loads the therapist's own templates, sorted by name. */
export const useNoteTemplates = () =>
  useQuery({ ...orpc.note.templates.queryOptions({ input: {} }), staleTime: 60_000 })

/** Returns functions that save and delete a template. A deleted template can be restored from the toast. */
export function useTemplateChanges() {
  const { t } = useTranslation('note')
  const cache = useQueryClient()
  const changed = () => cache.invalidateQueries({ queryKey: orpc.note.templates.key() })
  const save = useMutation({
    mutationFn: ({ template, isNew }: { template: NoteTemplate; isNew: boolean }) =>
      isNew ? api.note.createTemplate(template) : api.note.editTemplate(template),
    onSuccess: changed,
  })
  const restore = (template: NoteTemplate) =>
    api.note.createTemplate(template).then(changed, () => toast.error(t('template.failed')))
  const remove = useMutation({
    mutationFn: (template: NoteTemplate) => api.note.deleteTemplate({ id: template.id }),
    onSuccess: (_, template) => {
      void changed()
      toast({
        variant: 'success',
        title: t('template.deleted'),
        action: { label: t('template.undo'), onClick: () => void restore(template) },
      })
    },
    onError: () => {
      void changed()
      toast.error(t('template.failed'))
    },
  })
  return { save, remove }
}
