// Generated from the code by `python docs/generate.py`; do not edit.
// What the server of the live table answers and takes.
declare namespace Server {
  interface Fault {
    kind: "broken" | "busy" | "conflict" | "doubt" | "forbidden" | "refused" | "unknown" | "unreadable";
    said: string;
    clause?: string;
    overrulable?: boolean;
    last?: number;
  }
  interface Change {
    who: string;
    name: string;
    field: string;
    then: string;
    now: string;
  }
  interface Impossible {
    seq: number;
    said: string;
    why: string;
    ruling: string;
    overrulable: boolean;
  }
  interface LateCommand {
    line: string;
  }
  interface Needed {
    by: string;
    name: string;
    die: string;
    purpose: string;
  }
  interface Preview {
    last: number;
    seq: number;
    lines: Array<string>;
    needs: Array<Needed>;
    draws: boolean;
    changes: Array<Change>;
    ranges: Array<Range>;
    impossible: Array<Impossible>;
    hidden: boolean;
  }
  interface Range {
    name: string;
    field: string;
    now: string;
    low: string;
    high: string;
  }
  interface Proposal {
    id: string;
    fight: string;
    by: string;
    line: string;
    said: string;
    why: string;
    head: number;
    to: number;
    stale: boolean;
    votes: Array<Vote>;
    waiting: Array<string>;
    mine: boolean;
    votes_here: boolean;
    outcome: "applied" | "open" | "rejected" | "withdrawn";
    rejected_by: string;
  }
  interface Vote {
    seat: string;
    name: string;
  }
  interface Source {
    seq: number;
    said: string;
    by: string;
  }
  interface ValueReason {
    seq: number;
    value: string;
    said: string;
    sources: Array<Source>;
  }
  interface Completion {
    text: string;
    shown: string;
    note: string;
  }
  interface FormerPeople {
    id: string;
    number: number;
    title: string;
    people: Array<FormerPerson>;
  }
  interface FormerPerson {
    id: string;
    name: string;
    kind: string;
    side: string;
    player: string;
  }
  interface FormField {
    name: string;
    label: string;
    kind: "die" | "number" | "switch" | "text" | "weapons";
    needed: boolean;
    only?: string;
    least?: number | null;
    most?: number | null;
    choices?: Array<string>;
  }
  interface GameView {
    id: string;
    name: string;
    credit: string;
    kinds: Array<Named>;
    fields: Array<FormField>;
    creatures: Array<Named>;
  }
  interface Named {
    name: string;
    note: string;
  }
  interface CampaignList {
    campaigns: Array<CampaignView>;
    makes: boolean;
  }
  interface CampaignView {
    name: string;
    path: string;
    called: string;
    role: string;
    admitted: boolean;
  }
  interface Company {
    seats: Array<SeatView>;
    knocking: Array<SeatView>;
    failing: Array<WebhookView>;
  }
  interface SeatView {
    id: string;
    name: string;
    role: string;
    plays: Array<string>;
    admitted: boolean;
    here?: boolean;
    may?: Array<string>;
    simulated?: boolean;
  }
  interface WebhookView {
    id: string;
    place: string;
    waiting: number;
    fault: string;
  }
  interface Door {
    code: string;
    link: string;
  }
  interface Invitation {
    link: string;
  }
  interface NewBot {
    seat: SeatView;
    token: string;
  }
  interface NewWebhook {
    webhook: WebhookView;
    secret: string;
  }
  interface Picture {
    svg: string;
  }
  interface Playable {
    id: string;
    name: string;
    player: string;
  }
  interface VotesView {
    votes: "concerned" | "everybody" | "referee";
  }
  interface Recording {
    kind: string;
    last: number;
    seqs: Array<number>;
    told: Array<string>;
  }
  interface ListedFight {
    id: string;
    number: number;
    title: string;
    game: string;
    last: number;
  }
  interface Awaited {
    by: string;
    name: string;
    die: string;
    purpose: string;
    nth: number;
    draws: boolean;
    yours: boolean;
    score?: string;
    bound?: number;
    high?: boolean;
  }
  interface Person {
    id: string;
    name: string;
    side: string;
    yours: boolean;
    declared: Array<string>;
    can_act: boolean;
    acted: boolean;
  }
  interface Turn {
    last: number;
    dice: string;
    awaited: Array<Awaited>;
    people: Array<Person>;
    waiting: Array<string>;
    can_undo: string;
    can_redo: string;
    rulings: Array<Option>;
    left_out: Array<string>;
    own_deed: string;
    own_undo: string;
  }
  interface Option {
    type: string;
    name: string;
    given: Record<string, any>;
    blanks?: Array<Blank>;
    obstacles?: Array<Obstacle>;
    clashes?: Array<Clash>;
    barred?: boolean;
  }
  interface Blank {
    field: string;
    kind: "aims" | "area" | "choice" | "combatants" | "dice" | "number" | "reason" | "risk" | "switch" | "text" | "weapon" | "weapons";
    label: string;
    choices?: Array<Choice>;
    needed?: boolean;
    several?: boolean;
    open?: boolean;
    default?: Array<string>;
    least?: number | null;
    most?: number | null;
  }
  interface Choice {
    value: string;
    name?: string;
    note?: string;
    group?: string;
    obstacles?: Array<Obstacle>;
    barred?: boolean;
  }
  interface Obstacle {
    reason: string;
    clause?: string;
    overrulable?: boolean;
  }
  interface Clash {
    values: Record<string, string>;
    obstacles: Array<Obstacle>;
  }
  interface Options {
    last: number;
    turn: Array<Option>;
    rulings: Array<Option>;
  }
  interface Opening {
    id: string;
    number: number;
    title: string;
    game: string;
    dice: Array<string>;
    labels: Record<string, string>;
  }
  interface TableView {
    title: string;
    seats: Array<SeatView>;
    door: Door | null;
    fights: Array<ListedFight>;
    votes: "concerned" | "everybody" | "referee";
  }
  interface Beside {
    turn: Turn;
    proposals: Array<Proposal>;
    people: Array<Playable>;
    latest: string;
    run: string;
  }
  interface Saying {
    seq: number;
    at: string;
    said: string;
    event: Record<string, any> | null;
    undone: string | null;
  }
  interface SaidInFight {
    id: string;
    number: number;
    title: string;
    said: Array<Saying>;
  }
  interface Said {
    name: string;
    campaign: string;
    fights: Array<SaidInFight>;
    proposals: Array<Proposal>;
  }
  interface SayLine {
    do: "say";
    head: number;
    key: string;
    line: string;
    ask?: boolean;
    run?: string;
  }
  interface SayDeclarations {
    do: "declare";
    head: number;
    key: string;
    declarations: Array<Declaration>;
    run?: string;
  }
  interface FightStarted {
    type: "fight-started";
    title: string;
    game: Game;
    dice?: "digital" | "mixed" | "typed";
    sealed?: string;
    anchor?: string;
    epochs?: number;
    after?: string;
  }
  interface Game {
    id: string;
    name: string;
    rules: string;
    version: number;
    words: Record<string, string>;
    scores: Record<string, Array<string>>;
    credit?: string;
    definition?: Record<string, any>;
  }
  interface Join {
    type: "join";
    sheet: Sheet;
  }
  interface Sheet {
    name: string;
    scores: Record<string, number>;
    id?: string;
    kind?: "follower" | "npc" | "pc";
    side?: string;
    player?: string;
    scale?: "detachment" | "individual" | "starship" | "vehicle";
    maxima?: Record<string, number>;
    armor?: number;
    weapons?: Array<Weapon>;
    effects?: Array<Effect>;
    leader?: boolean;
    each?: boolean;
    choices?: Record<string, string>;
    conditions?: Array<Condition>;
    wounds?: Array<Wound>;
    origin?: string;
    shield?: number;
    skills?: Record<string, number>;
    area?: string;
    crew?: Record<string, string>;
    noun?: string;
    plural?: string;
  }
  interface Weapon {
    name: string;
    dice: string;
    tags?: Array<string>;
    range?: string;
    effects?: Array<Effect>;
    against?: string;
  }
  interface Effect {
    when: "critical" | "hit" | "killed" | "own-critical";
    does?: "damage" | "enhance" | "fail" | "incapacitate" | "lose" | "regain" | "rise" | "stun" | "tell";
    text?: string;
    dice?: string;
    score?: string;
    save?: string;
  }
  interface Condition {
    name: string;
    bars?: "" | "all but crawling" | "everything" | "moving";
    source?: string;
    since?: number;
    about?: string;
    due?: number | null;
  }
  interface Wound {
    label: string;
    name: string;
    row?: number;
    text?: string;
    awaits?: string;
    due?: number | null;
    place?: string;
    grade?: string;
  }
  interface Area {
    type: "area";
    name: string;
    adjacent?: Array<string>;
    sight?: Array<string>;
    why?: string;
    unseen?: Array<string>;
  }
  interface Attack {
    type: "attack";
    by: string;
    targets: Array<Aim>;
    weapons?: Array<string>;
    enhanced?: string;
    impaired?: string;
    band?: string;
    keep?: boolean;
    count?: boolean;
    instead?: boolean;
    overrule?: string;
    ward?: string;
    bane?: string;
    risk?: Risk | null;
  }
  interface Aim {
    target: string;
    enhanced?: string;
    impaired?: string;
    ward?: string;
    bane?: string;
  }
  interface Risk {
    save: string;
    versus?: string;
    enhanced?: string;
    impaired?: string;
    passed?: "" | "enhanced";
    failed?: "" | "exposed" | "lost";
    opposing?: string;
  }
  interface Move {
    type: "move";
    by: string;
    distance?: number;
    to?: string;
    instead?: boolean;
    overrule?: string;
    phase?: string;
  }
  interface Aid {
    type: "aid";
    by: string;
    target: string;
    instead?: boolean;
    overrule?: string;
    wound?: string;
  }
  interface Treat {
    type: "treat";
    by: string;
    target: string;
    wound?: string;
    instead?: boolean;
    overrule?: string;
  }
  interface Retreat {
    type: "retreat";
    by: string;
    to?: string;
    instead?: boolean;
    overrule?: string;
    versus?: string;
  }
  interface Disengage {
    type: "disengage";
    by: string;
    instead?: boolean;
    overrule?: string;
  }
  interface Manoeuvre {
    type: "manoeuvre";
    by: string;
    what: string;
    target?: string;
    choice?: string;
    weapon?: string;
    instead?: boolean;
    overrule?: string;
  }
  interface Special {
    type: "special";
    by: string;
    what: string;
    save?: string;
    instead?: boolean;
    overrule?: string;
    versus?: string;
    target?: number | null;
    enhanced?: string;
    impaired?: string;
    opposing?: string;
  }
  interface Act {
    type: "act";
    by: string;
    what: string;
    save?: string;
    instead?: boolean;
    overrule?: string;
    versus?: string;
    target?: number | null;
    enhanced?: string;
    impaired?: string;
    opposing?: string;
  }
  interface Resolve {
    type: "resolve";
    side?: string;
    overrule?: string;
    who?: string;
  }
  interface BeginRound {
    type: "begin-round";
    waived?: "" | "ambush" | "ambushed";
    why?: string;
    overrule?: string;
    versus?: string;
  }
  interface CallSave {
    type: "call-save";
    who: Array<string>;
    score: string;
    why?: string;
    overrule?: string;
    versus?: string;
    target?: number | null;
    enhanced?: string;
    impaired?: string;
    opposing?: string;
  }
  interface CallMorale {
    type: "call-morale";
    who: Array<string>;
    why?: string;
    enhanced?: string;
    impaired?: string;
    overrule?: string;
  }
  interface Harm {
    type: "harm";
    who: Array<string>;
    amount: string;
    why?: string;
    direct?: string;
    overrule?: string;
    place?: string;
  }
  interface PassTime {
    type: "pass-time";
    seconds: number;
    why?: string;
    overrule?: string;
  }
  interface Rest {
    type: "rest";
    who?: Array<string>;
    extended?: boolean;
    overrule?: string;
  }
  interface Recover {
    type: "recover";
    who: string;
    wound: string;
    overrule?: string;
  }
  interface Burden {
    type: "burden";
    who: string;
    full?: boolean;
    overrule?: string;
  }
  interface TakeOver {
    type: "take-over";
    dead: string;
    to: string;
    overrule?: string;
  }
  interface ChooseDice {
    type: "choose-dice";
    dice: "digital" | "mixed" | "typed";
  }
  interface EndFight {
    type: "end-fight";
    why?: string;
  }
  interface SetScore {
    type: "set-score";
    who: string;
    score: string;
    now?: number | null;
    maximum?: number | null;
    why?: string;
    was?: number | null;
  }
  interface SetTrait {
    type: "set-trait";
    who: string;
    trait: "armor" | "broken" | "critical" | "each" | "kind" | "leader" | "morale" | "nerve" | "scale" | "shield" | "side";
    value: string;
    why?: string;
  }
  interface SetSkill {
    type: "set-skill";
    who: string;
    skill: string;
    now: number;
    why?: string;
  }
  interface Place {
    type: "place";
    who: string;
    area: string;
    why?: string;
  }
  interface Engage {
    type: "engage";
    who: string;
    opponents?: Array<string>;
    why?: string;
  }
  interface Crew {
    type: "crew";
    who: string;
    member: string;
    post?: string;
    ashore?: boolean;
    why?: string;
  }
  interface AddCondition {
    type: "add-condition";
    who: string;
    condition: string;
    bars?: "" | "all but crawling" | "everything" | "moving";
    why?: string;
    about?: string;
  }
  interface EndCondition {
    type: "end-condition";
    who: string;
    condition: string;
    why?: string;
    about?: string;
  }
  interface Kill {
    type: "kill";
    who: string;
    why?: string;
  }
  interface Revive {
    type: "revive";
    who: string;
    why?: string;
  }
  interface Remove {
    type: "remove";
    who: string;
    why?: string;
  }
  interface Return {
    type: "return";
    who: string;
    why?: string;
  }
  interface Rename {
    type: "rename";
    who: string;
    name: string;
    why?: string;
    was?: string;
  }
  interface HandOver {
    type: "hand-over";
    who: string;
    player?: string;
    side?: string;
    why?: string;
  }
  interface Arm {
    type: "arm";
    who: string;
    weapon: Weapon;
    why?: string;
  }
  interface Disarm {
    type: "disarm";
    who: string;
    weapon: string;
    why?: string;
  }
  interface SayDie {
    do: "roll";
    head: number;
    key: string;
    by?: string;
    die?: string;
    face?: number | null;
    purpose?: string;
    nth?: number;
    run?: string;
  }
  interface SayUndo {
    do: "undo";
    head: number;
    key: string;
    count?: number;
    why?: string;
    dice?: boolean;
    run?: string;
  }
  interface SayRedo {
    do: "redo";
    head: number;
    key: string;
    count?: number;
    why?: string;
    dice?: boolean;
    run?: string;
  }
  interface SayNote {
    do: "note";
    head: number;
    key: string;
    text: string;
    run?: string;
  }
  interface SayRoster {
    do: "roster";
    head: number;
    key: string;
    text: string;
    run?: string;
  }
  interface Knock {
    shown: string;
    name: string;
  }
  interface Admit {
    name?: string;
    plays?: Array<string>;
    role?: "player" | "referee" | "spectator";
    instead?: string;
  }
  interface HandTable {
    then?: "leave" | "player" | "spectator";
  }
  interface ShowPasskey {
    credential: Record<string, any>;
  }
  interface MakeBot {
    name: string;
    may: Array<string>;
  }
  interface AddWebhook {
    url: string;
  }
  interface MakeCampaign {
    name: string;
  }
  interface MoveDoor {
    open: boolean;
  }
  interface ChooseVotes {
    votes: "concerned" | "everybody" | "referee";
  }
  interface StartFight {
    title: string;
    game: string;
    key: string;
    dice?: "digital" | "mixed" | "typed";
    roster?: string;
  }
  interface AskPreview {
    head: number;
    line: string;
    answers?: Array<string>;
  }
  interface SayCorrection {
    head: number;
    key: string;
    line: string;
    answers?: Array<string>;
  }
  interface AskOdds {
    declarations: Array<Declaration>;
    head?: number | null;
  }
  interface Propose {
    head: number;
    key: string;
    line: string;
    why?: string;
  }
  interface AnswerProposal {
    head: number;
    answer: "again" | "no" | "yes";
    answers?: Array<string>;
  }
  interface Numbers {
    after: boolean;
    best: Array<Array<any>>;
    blows: Array<Array<number>>;
    columns: Array<string>;
    combatants: Array<Array<any>>;
    last: number;
    names: Record<string, Array<string>>;
    players: Array<Array<any>>;
    rounds: Array<number>;
    tallies: Array<Array<number>>;
    turns: Array<Array<any>>;
  }
  interface Frame {
    after: number;
    last: number;
    head: number;
    rows: Array<Array<any>>;
    marks: Array<Array<any>>;
    off: Array<number>;
    people: Array<string>;
    story: StoryTail;
    branches?: Array<Record<string, any>> | null;
    mark?: string;
  }
  interface StoryTail {
    at: number;
    beats: Array<Record<string, any>>;
  }
  type Declaration =
    | FightStarted
    | Join
    | Area
    | Attack
    | Move
    | Aid
    | Treat
    | Retreat
    | Disengage
    | Manoeuvre
    | Special
    | Act
    | Resolve
    | BeginRound
    | CallSave
    | CallMorale
    | Harm
    | PassTime
    | Rest
    | Recover
    | Burden
    | TakeOver
    | ChooseDice
    | EndFight
    | SetScore
    | SetTrait
    | SetSkill
    | Place
    | Engage
    | Crew
    | AddCondition
    | EndCondition
    | Kill
    | Revive
    | Remove
    | Return
    | Rename
    | HandOver
    | Arm
    | Disarm;
}
