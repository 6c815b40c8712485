import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import type { FormAccess } from '../../../care/form/form.ts'

/** Returns the access with which a guardian fills in the forms of a client. If the right has ended, a refused call loads the form again. */
export function useGuardianFormAccess(actingFor: string): FormAccess {
  const cache = useQueryClient()
  return useMemo(() => {
    const queryKey: FormAccess['queryKey'] = (id) => orpc.guardian.form.queryKey({ input: { actingFor, id } })
    const withRight = async <Result>(id: string, call: Promise<Result>) => {
      try {
        return await call
      } catch (error) {
        if (errorCode(error) === 'NOT_FOUND') void cache.invalidateQueries({ queryKey: queryKey(id) })
        throw error
      }
    }
    return {
      queryKey,
      draftName: (id) => `guardian-form-${actingFor}-${id}`,
      saveAnswers: (answers) => withRight(answers.id, api.guardian.saveFormAnswers({ actingFor, ...answers })),
      sign: (signing) => withRight(signing.id, api.guardian.signForm({ actingFor, ...signing })),
      withdraw: (id) => withRight(id, api.guardian.withdrawForm({ actingFor, id })),
      pdfPath: (id) => `/api/form/${id}/pdf?for=${actingFor}`,
    }
  }, [actingFor, cache])
}
