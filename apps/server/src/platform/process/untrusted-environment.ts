/**
 * Returns the environment of a process that handles untrusted bytes: PATH and, if the server has it, the folder in which Node keeps compiled code. It
 * contains no secret.
 */
export function untrustedEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }
}
