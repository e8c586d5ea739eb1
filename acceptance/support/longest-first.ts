import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from "vitest/node";

/**
 * Runs the named files first, in this order, so that none of them is left to one worker at the end. A clean checkout has no
 * record of how long each file took.
 *
 * @param names ends of paths, the longest run first
 */
export const startWith = (names: readonly string[]): TestSequencerConstructor =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const findPlace = ({ moduleId }: TestSpecification): number => {
        const place = names.findIndex((name) => moduleId.endsWith(name));
        return place === -1 ? names.length : place;
      };
      const others = await super.sort(files);
      return others.toSorted((one, other) => findPlace(one) - findPlace(other));
    }
  };
