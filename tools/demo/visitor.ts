import type { Contract } from '@attune/contract'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'

export type Api = ContractRouterClient<Contract>

/** Somebody at a browser of their own: calls the API of a running server as the web does, and keeps its cookies. */
export function visit(address: string, publicKey: string): Api {
  const cookies = new Map<string, string>()
  return createORPCClient({
    async call(path, input) {
      const response = await fetch(`${address}/api/${path.join('/')}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-attune-key': publicKey,
          origin: address,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: JSON.stringify(input ?? {}),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value && !/max-age=0/i.test(line)) cookies.set(name, value)
        else cookies.delete(name)
      }
      const body: unknown = await response.json()
      if (!response.ok) throw new Error(`${path.join('.')} was refused: ${JSON.stringify(body)}`)
      return body
    },
  })
}
