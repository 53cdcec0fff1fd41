import type { Services } from '../../server/services.ts'

/** A renderer whose results wait, as those of a slow template do. */
export interface HeldRenderer {
  /** Resolves when the first result is there. */
  rendered: Promise<void>
  /** Lets later requests pass. What is held remains so. */
  passLater(): void
  /** Gives back what is held, and lets later requests pass. */
  release(): void
}

/** Holds the results of the renderer of `services` back, from when they are there until `release` is called. */
export function holdRenderer(services: Services): HeldRenderer {
  const { renderer } = services
  const [rendered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held =
    <Request extends unknown[], Result>(render: (...request: Request) => Promise<Result>) =>
    async (...request: Request) => {
      const result = await render(...request)
      rendered.resolve()
      await released.promise
      return result
    }
  services.renderer = {
    ...renderer,
    render: held((...request: Parameters<typeof renderer.render>) => renderer.render(...request)),
    picture: held((...request: Parameters<typeof renderer.picture>) => renderer.picture(...request)),
  }
  const passLater = () => void (services.renderer = renderer)
  return {
    rendered: rendered.promise,
    passLater,
    release() {
      passLater()
      released.resolve()
    },
  }
}
