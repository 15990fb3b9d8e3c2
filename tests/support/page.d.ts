// What the scripts of the pages know and TypeScript does not.
interface EventTarget {
  /** Events of the pages come from elements, or from the window, which has none. */
  closest?(selectors: string): Element | null;
}

/** Newer than the library of `tsconfig.json`. */
declare class DecompressionStream extends TransformStream {
  constructor(format: string);
}

interface Window {
  DecompressionStream: typeof DecompressionStream;
}

interface Array<T> {
  /** Newer than the library of `tsconfig.json`. */
  findLast(wanted: (each: T, at: number) => unknown): T | undefined;
  findLastIndex(wanted: (each: T, at: number) => unknown): number;
}

/** What the replay and the live table know of a fight. */
declare namespace Page {
  /** A die of an event: its kind, its face, and whether it counts. */
  type Die = [die: string, face: number, counts: number];
  /** A die as it lies beside an arrow: its kind, its face, how it stands, and which face it had in the fight. */
  type ThrownDie = [die: string, face: number, kind: string, was?: number];
  /** A score as it is now, and its maximum. */
  type Score = [now: number, most: number];
  /** A part of a text: words, words that stand out, or a name with the number of its combatant. */
  type Span = string | [text: string, number?: number];

  /** What the reader of a live table has chosen: a combatant, and what of it they fill in. */
  interface Hands {
    seat: Server.SeatView;
    fight: string;
    turn: Server.Turn;
    who: string;
    options: Server.Options | null;
    option: Server.Option | null;
    values: Values;
    /** Whether the reader has filled in anything. */
    touched: boolean;
  }

  interface Event {
    seq: number;
    parent: number;
    kind: string;
    said: string;
    note: string;
    dice: Die[];
    mark: string;
    off: boolean;
    quiet: boolean;
    acts: number[];
    struck: number[];
    /** Whose declaration comes to nothing. */
    lapsed: number[];
    imagined: boolean;
    modifier: string;
    /** Whether the referee stated or overruled something. */
    ruling: boolean;
    /** Who made it, then whether it was passed and its target, where it is a save or check. */
    tested: any[];
    /** The last event of the beat that shows its dice; 0 if none does. */
    told: number;
    /** The blow that tells of this fall, which is recorded at the end of the turn; 0 if none does. */
    blow: number;
    /** The place of a die that has another face than in the fight, and its face there. */
    turned?: [place: number, was: number];
  }
  /** A row of the data that an event is made of: its kind, its words, what it changed, and more. A number
   * stands for what that event has. */
  type Row = [letter: string, words: string | number, changes?: Changes | number | null, more?: More | number | null];
  type Changes = Record<string, Record<string, any>>;
  interface More {
    p?: number;
    n?: string;
    d?: Die[];
    a?: number[];
    s?: number[];
    l?: number[];
    m?: string;
    v?: any[];
    /** Where who acts goes to, empty for an area. */
    t?: string;
    /** 1 of a ruling. */
    u?: number;
  }
  /** How events were undone: the words, then by turns how many were not undone so, and how many were. */
  type Mark = [words: string, ...runs: number[]];

  interface Scene {
    where?: string;
    round?: number;
    clock?: string;
    declared?: number[];
    areas?: Record<string, string[]>;
    strength?: Record<string, number>;
  }
  /** A combatant as the page knows them; each score stands under `=` and its name. */
  interface Card {
    name: string;
    side: string;
    kind: string;
    look: string;
    player?: string;
    scale?: string;
    leader?: boolean;
    standing?: string;
    how?: string;
    /** Whether they left of their own will. */
    away?: boolean;
    out: string;
    conditions?: string[];
    wounds?: string[];
    due?: string;
    area?: string;
    /** Where they went last, if that is no area. */
    at?: string;
    engaged?: string;
    locked?: number[];
    crew?: string[];
    hidden?: boolean;
    armor?: number;
    shield?: number;
    arms?: string[];
    skills?: string[];
    [score: string]: any;
  }
  interface State {
    scene: Scene;
    people: Card[];
  }

  /** What the page stops at: a beat of the story, or one event. */
  interface Stop {
    seq: number;
    heading: string;
    story: Span[];
    small: Span[];
    about?: number;
    from: number[];
    rolls: number[];
    outdone: number[];
    aid?: boolean;
    /** Why nothing came of the blow: the armor, 0 for armor that is not known, −1 if it missed. */
    failed?: number;
    /** What hurt who it is about, where nobody did. */
    cause?: string;
    note: string;
    mark: string;
    /** Whether the record stops here, in the middle of the fight. */
    stops?: boolean;
    /** Whether it stands beside the events of a what-if: nothing of the fight is its like. */
    aside?: boolean;
    opens?: string;
    single?: boolean;
    /** Of an event by itself: who strikes whom in it, in the beat that it is part of. */
    blow?: { from: number[]; about?: number; aid?: boolean; failed?: number };
    correction?: { made: number; was: number; end: number; die: number };
  }
  /** A beat as the data has it: its last event, its heading or words, its small print, whom it is about,
   * who acts, the throws, those that were outdone, whether it is an aid, why nothing came of it, what hurt where nobody did; of a correction, what was and what is. */
  interface GivenBeat {
    e: number;
    h?: string;
    t?: Span[];
    d?: Span[];
    o?: number;
    b?: number[];
    r?: number[];
    x?: number[];
    g?: number;
    z?: number;
    k?: string;
    s?: number;
    j?: number;
    w?: number;
    /** The roll that a correction amended. */
    f?: number;
    i?: number;
    c?: number;
  }
  interface GivenBranch {
    name?: string;
    tip: number;
    from: number;
    apart?: number;
    beats: GivenBeat[];
  }
  interface GivenStory {
    beats: GivenBeat[];
    branches: GivenBranch[];
    mended?: GivenBranch[];
  }
  /** A line that was never recorded: the turn that felled somebody with what would have saved them. */
  interface GivenWhatIf extends GivenBranch {
    ends: string;
    until: number;
    /** The die with another face: its event, its place there, and its face in the fight. */
    turned?: [seq: number, place: number, was: number];
    at: number[];
    more?: number;
    /** The last event of the undone line on which it begins. */
    on?: number;
    rows: Row[];
  }
  /** What was undone: its last event, the last one that it shares with another branch (`from`) and with
   * the present line (`apart`). A `mended` one is a line that a correction took the place of. */
  interface Branch {
    name: string;
    tip: number;
    from: number;
    apart: number;
    beats: Stop[];
    mended?: boolean;
    until?: number;
    ends?: string;
    turned?: [seq: number, place: number, was: number];
    at?: number[];
    more?: number;
    /** The undone line on which a what-if begins. */
    base?: Branch;
  }
  /** The line that is watched: of a branch, or without one the present line; its beats, and which stops there
   * are. */
  interface Watched {
    mode: string;
    branch: Branch | null;
    line: number[];
    beats: Stop[];
    told: Stop[];
    everything: boolean;
    /** Whether the page has numbers and a recap of this branch alone. */
    analysed: boolean;
  }
  /** Watches another line: `change` sets it. With `seq`, the page goes to this event. */
  type Watch = (change: () => void, seq?: number) => void;
  /** What is new about a combatant; where there is little room, the short form or the sign stands for the text. */
  interface Plan {
    text: string;
    short: string;
  }
  interface News {
    kind: string;
    text: string;
    short?: string;
    sign?: string;
    brief?: string;
    state?: boolean;
  }

  interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
  }
  /** Who stands where: the place of a combatant, by side and area. */
  interface Place {
    number: number;
    side: string;
    area: string;
    half: number;
  }
  interface Roster {
    areas: string[];
    places: Place[];
  }
  /** The field as it is laid out: its size, the gutter between the sides, and the places of tokens. */
  interface Ground {
    across: number;
    down: number;
    gap: number;
    gutter: number[];
    places: Box[];
  }
  type Point = number[];
  /** Those who are locked in a fight with each other; a fresh one has changed. */
  interface Skirmish {
    places: Box[];
    fresh: boolean;
  }

  /** A turning point: its event, its words, its round, the first side that it helped, whether these took the lead
   * by it (1, else 0), and of a slide of several beats the last event of the first one (else 0). */
  type Turn = [seq: number, said: string, round: number, side: string, took: number, first: number];
  /** The values that fill in the blanks of an option, by field. */
  type Values = Record<string, any>;
}
