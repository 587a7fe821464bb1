/*
 * A client of the engine protocol (docs/protocol.md) in one file of C, with nothing but POSIX.
 *
 *     cc -std=c11 -O2 -o client examples/client.c
 *     ./client ramses                                      the engine plays RAMSES against itself
 *     ./client -m 40 -o "players=3 end=all" isis           other options, and at most 40 actions
 *     ./client -p "1,4,9,16 5@11,8,18,21 L own -" ramses   the best action of a position
 *     ./client ramses some-engine --its-option             another engine than `amduat engine`
 *
 * The game goes to standard output, one action to a line, and everything else to standard error. Exit codes:
 * 0 done, 1 the engine failed, 2 the input made no sense, or the engine refused it.
 */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DONE = 0, FAILED = 1, REFUSED = 2 };

/* How long the engine may be silent when it owes an answer, and how long it may take to end, in milliseconds. */
enum { PATIENCE = 60000, FAREWELL = 2000 };

/* An engine that writes longer lines is broken. */
enum { LONGEST_LINE = 1000000 };

/* ---- Texts that grow ------------------------------------------------------------------------------------------- */

struct text {
    char *chars; /* always ends with a zero once something was added */
    size_t length, room;
};

static void add_bytes(struct text *text, const char *bytes, size_t count)
{
    if (text->length + count + 1 > text->room) {
        text->room = 2 * (text->length + count + 1);
        text->chars = realloc(text->chars, text->room);
        if (text->chars == NULL) {
            perror("client");
            exit(FAILED); /* the engine ends by itself when its pipe is closed */
        }
    }
    memcpy(text->chars + text->length, bytes, count);
    text->length += count;
    text->chars[text->length] = '\0';
}

static void add(struct text *text, const char *more)
{
    add_bytes(text, more, strlen(more));
}

static void set(struct text *text, const char *value)
{
    text->length = 0;
    add(text, value);
}

/* The next word of a line, which is cut off there; NULL at the end. */
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " ");
    if (*word == '\0')
        return NULL;
    char *end = word + strcspn(word, " ");
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word;
}

/* ---- The engine ------------------------------------------------------------------------------------------------ */

struct engine {
    pid_t process;
    int to, from;        /* our ends of its standard input and output */
    struct text heard;   /* what it has said, from the line that is looked at on */
    size_t next;         /* where in it the next line begins */
    const char *command; /* what it is called in messages */
};

/* Waits for the process until a time has passed; says whether it has ended. Until then it would stay as a zombie. */
static int has_ended(struct engine *engine, int milliseconds, int *status)
{
    const struct timespec moment = {0, 10 * 1000 * 1000};
    for (int waited = 0;; waited += 10) {
        pid_t ended = waitpid(engine->process, status, WNOHANG);
        if (ended == engine->process)
            return 1;
        if ((ended < 0 && errno != EINTR) || waited >= milliseconds)
            return 0;
        nanosleep(&moment, NULL);
    }
}

/* Ends the engine: by closing its input, and by force if that does not help. */
static int end_engine(struct engine *engine)
{
    int status = 0;
    close(engine->to);
    if (!has_ended(engine, FAREWELL, &status)) {
        kill(engine->process, SIGKILL);
        while (waitpid(engine->process, &status, 0) < 0 && errno == EINTR)
            ;
    }
    close(engine->from);
    free(engine->heard.chars);
    return status;
}

/* Says what is wrong, ends the engine, and gives up. */
static _Noreturn void give_up(struct engine *engine, int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "client: %s: ", engine->command);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    end_engine(engine);
    exit(code);
}

/* The engine has closed its pipe: says how it ended. */
static _Noreturn void ended(struct engine *engine)
{
    int status = 0;
    if (!has_ended(engine, FAREWELL, &status))
        give_up(engine, FAILED, "has closed its output");
    fflush(stdout);
    if (WIFSIGNALED(status))
        fprintf(stderr, "client: %s: has ended, by signal %d\n", engine->command, WTERMSIG(status));
    else
        fprintf(stderr, "client: %s: has ended, with exit code %d\n", engine->command, WEXITSTATUS(status));
    exit(FAILED);
}

static struct engine start_engine(char *const command[])
{
    int input[2], output[2];
    if (pipe(input) != 0 || pipe(output) != 0) {
        perror("client: pipe");
        exit(FAILED);
    }
    pid_t process = fork();
    if (process < 0) {
        perror("client: fork");
        exit(FAILED);
    }
    if (process == 0) {
        dup2(input[0], STDIN_FILENO);
        dup2(output[1], STDOUT_FILENO);
        /* If the engine held our ends too, it would never see the end of its input. */
        const int ours[] = {input[0], input[1], output[0], output[1]};
        for (int i = 0; i < 4; i++)
            if (ours[i] > STDERR_FILENO)
                close(ours[i]);
        signal(SIGPIPE, SIG_DFL);
        execvp(command[0], command);
        fprintf(stderr, "client: %s: cannot be started: %s\n", command[0], strerror(errno));
        _exit(127);
    }
    close(input[0]);
    close(output[1]);
    return (struct engine){.process = process, .to = input[1], .from = output[0], .command = command[0]};
}

/* Sends one line. */
static void tell(struct engine *engine, const char *line)
{
    struct text whole = {0};
    add(&whole, line);
    add(&whole, "\n");
    for (size_t sent = 0; sent < whole.length;) {
        ssize_t count = write(engine->to, whole.chars + sent, whole.length - sent);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            ended(engine); /* EPIPE: nobody reads any more */
        sent += (size_t)count;
    }
    free(whole.chars);
}

/* The next line, without its end. It is valid until the next call. */
static char *hear(struct engine *engine)
{
    struct text *heard = &engine->heard;
    /* What was looked at is forgotten. */
    if (engine->next > 0) {
        heard->length -= engine->next;
        memmove(heard->chars, heard->chars + engine->next, heard->length + 1);
        engine->next = 0;
    }
    size_t searched = 0;
    for (;;) {
        char *end = heard->length > searched ? memchr(heard->chars + searched, '\n', heard->length - searched) : NULL;
        if (end != NULL) {
            engine->next = (size_t)(end - heard->chars) + 1;
            *end = '\0';
            if (end > heard->chars && end[-1] == '\r')
                end[-1] = '\0';
            return heard->chars;
        }
        searched = heard->length;
        if (heard->length > LONGEST_LINE)
            give_up(engine, FAILED, "says too much without ending the line");
        struct pollfd pipe = {.fd = engine->from, .events = POLLIN};
        int ready = poll(&pipe, 1, PATIENCE);
        if (ready == 0)
            give_up(engine, FAILED, "has not answered for %d seconds", PATIENCE / 1000);
        if (ready < 0 && errno == EINTR)
            continue;
        char bytes[4096];
        ssize_t count = read(engine->from, bytes, sizeof bytes);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            ended(engine);
        add_bytes(heard, bytes, (size_t)count);
    }
}

/*
 * The next line that is no refusal, which would end the client: its first word, and the rest. A client ignores words
 * that it does not know, so that later engines may say more.
 */
static char *hear_word(struct engine *engine, char **rest)
{
    for (;;) {
        *rest = hear(engine);
        char *word = next_word(rest);
        if (word == NULL)
            continue;
        if (strcmp(word, "error") == 0)
            give_up(engine, REFUSED, "%s", *rest);
        return word;
    }
}

static void wait_until_ready(struct engine *engine)
{
    char *rest;
    tell(engine, "isready");
    while (strcmp(hear_word(engine, &rest), "readyok") != 0)
        ;
}

/* ---- The game -------------------------------------------------------------------------------------------------- */

/* What the engine shows of a position, as far as it matters here. */
struct shown {
    struct text position, turn, legal, returns;
    struct text outcome; /* of chance, drawn as likely as it is */
};

/* A number from 0 to 1, without the latter: splitmix64, so that a seed gives the same game on every machine. */
static double draw(uint64_t *state)
{
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((mixed ^ (mixed >> 31)) >> 11) / 9007199254740992.0; /* 2 to the power of 53 */
}

/* Introduces the two to each other, and makes sure that the engine knows the game. */
static void greet(struct engine *engine, const char *game)
{
    int known = 0;
    char *rest, *word;
    tell(engine, "uai");
    while (strcmp(word = hear_word(engine, &rest), "uaiok") != 0) {
        if (strcmp(word, "game") == 0 && (word = next_word(&rest)) != NULL && strcmp(word, game) == 0)
            known = 1;
        else if (strcmp(word, "id") == 0 && strncmp(rest, "name ", 5) == 0)
            fprintf(stderr, "engine: %s\n", rest + 5);
    }
    if (!known)
        give_up(engine, REFUSED, "does not know the game \"%s\"", game);
}

/* Asks what the position is like, and rolls the dice, which is the client's part. */
static void look(struct engine *engine, struct shown *shown, uint64_t *dice)
{
    double left = draw(dice);
    char *rest, *word;
    struct {
        const char *word;
        struct text *text;
    } parts[] = {{"position", &shown->position}, {"turn", &shown->turn}, {"legal", &shown->legal},
                 {"returns", &shown->returns}};
    /* What was shown of the position before says nothing about this one. */
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        set(parts[i].text, "");
    set(&shown->outcome, "");
    tell(engine, "show");
    while (strcmp(word = hear_word(engine, &rest), "shown") != 0) {
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (strcmp(word, parts[i].word) == 0)
                set(parts[i].text, rest);
        if (strcmp(word, "outcome") == 0) {
            char *outcome = next_word(&rest);
            next_word(&rest); /* the word "probability" */
            char *probability = next_word(&rest);
            if (outcome == NULL || probability == NULL)
                give_up(engine, FAILED, "shows an outcome without its probability");
            /* The first outcome at which nothing is left; the last one, should rounding leave a little. */
            if (left >= 0)
                set(&shown->outcome, outcome);
            left -= strtod(probability, NULL);
        }
    }
    if (shown->turn.length == 0 || shown->legal.length == 0)
        give_up(engine, FAILED, "does not show whose turn it is");
}

/* Lets the engine think: its choice, and what it says each player can expect. */
static void think(struct engine *engine, const char *nodes, struct text *choice, struct text *values)
{
    char *rest, *word;
    struct text go = {0};
    add(&go, "go nodes ");
    add(&go, nodes);
    tell(engine, go.chars);
    free(go.chars);
    while (strcmp(word = hear_word(engine, &rest), "bestmove") != 0) {
        if (strcmp(word, "info") != 0)
            continue;
        /* Pairs, the line of play last. With the option `lines` left alone, all are about the best action. */
        char *value;
        while ((word = next_word(&rest)) != NULL && strcmp(word, "pv") != 0 && (value = next_word(&rest)) != NULL)
            if (strcmp(word, "values") == 0)
                set(values, value);
    }
    word = next_word(&rest);
    set(choice, word == NULL ? "" : word);
}

/* Whether a word is one of a list. */
static int is_among(const char *word, const char *list)
{
    size_t length = strlen(word);
    for (const char *at = list; length > 0 && (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return 1;
    return 0;
}

/* Plays on from a position until the game is over, or for so many actions. */
static void play(struct engine *engine, const char *from, const char *nodes, long most, uint64_t dice)
{
    struct text line = {0}, values = {0};
    struct shown shown = {0};
    add(&line, from);
    for (long count = 0;; count++) {
        tell(engine, line.chars);
        look(engine, &shown, &dice);
        if (count == most || strcmp(shown.turn.chars, "over") == 0)
            break;
        struct text *action = &shown.outcome;
        if (strcmp(shown.turn.chars, "chance") != 0)
            think(engine, nodes, action, &values);
        /* Outcomes are among the legal actions as well. */
        if (action->length == 0 || !is_among(action->chars, shown.legal.chars))
            give_up(engine, FAILED, "answered \"%s\", which is not legal", action->length ? action->chars : "");
        printf("%s %s\n", shown.turn.chars, action->chars);
        fflush(stdout); /* who looks on through a pipe sees the game as it goes */
        /* With all actions so far the engine can avoid to repeat a position. */
        if (count == 0)
            add(&line, " moves");
        add(&line, " ");
        add(&line, action->chars);
    }
    if (shown.returns.length > 0)
        printf("returns %s\n", shown.returns.chars);
    else
        printf("position %s\n", shown.position.chars);
    struct text *texts[] = {&line, &values, &shown.position, &shown.turn, &shown.legal, &shown.returns, &shown.outcome};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        free(texts[i]->chars);
}

static void advise(struct engine *engine, const char *from, const char *nodes)
{
    struct text choice = {0}, values = {0};
    tell(engine, from);
    wait_until_ready(engine); /* a position that is refused is told here, and gets no answer below */
    think(engine, nodes, &choice, &values);
    printf("bestmove %s values %s\n", choice.chars, values.length > 0 ? values.chars : "-");
    free(choice.chars);
    free(values.chars);
}

/* ---- The command line ------------------------------------------------------------------------------------------ */

static _Noreturn void refuse(const char *reason)
{
    fprintf(stderr,
            "client: %s\n"
            "usage: client [-n NODES] [-m ACTIONS] [-s SEED] [-o \"NAME=VALUE ...\" | -p POSITION] GAME [ENGINE ...]\n",
            reason);
    exit(REFUSED);
}

/* Makes sure that a text is a whole number of at most nine digits. */
static const char *number(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 9 || text[digits] != '\0')
        refuse("expected a whole number of at most nine digits");
    return text;
}

/* Makes sure that a text is part of one line: what comes after a line break would be a command of its own. */
static const char *inline_text(const char *text)
{
    if (text[0] == '\0' || strpbrk(text, "\r\n") != NULL)
        refuse("game, position and options are texts without line breaks");
    return text;
}

int main(int count, char *arguments[])
{
    const char *nodes = "2000", *most = "1000", *seed = "1", *options = NULL, *position = NULL;
    for (int option; (option = getopt(count, arguments, "n:m:s:o:p:")) != -1;) {
        switch (option) {
        case 'n': nodes = number(optarg); break;
        case 'm': most = number(optarg); break;
        case 's': seed = number(optarg); break;
        case 'o': options = inline_text(optarg); break;
        case 'p': position = inline_text(optarg); break;
        default: refuse("there is no such option, or its value is missing");
        }
    }
    if (optind >= count)
        refuse("which game?");
    if (options != NULL && position != NULL)
        refuse("a position has its options already");
    const char *game = inline_text(arguments[optind++]);
    char *usual[] = {"amduat", "engine", NULL};

    /* Writing to an engine that has ended shall be an error that can be told, not the end of the client. */
    signal(SIGPIPE, SIG_IGN);
    /* Who started us may have ignored this one, and we could then not learn how the engine ended. */
    signal(SIGCHLD, SIG_DFL);
    struct engine engine = start_engine(optind < count ? arguments + optind : usual);
    greet(&engine, game);

    struct text command = {0}, from = {0};
    add(&command, "setoption name seed value ");
    add(&command, seed);
    tell(&engine, command.chars);
    tell(&engine, "newgame");
    wait_until_ready(&engine);

    add(&from, "position ");
    add(&from, game);
    add(&from, position != NULL ? " at " : " start ");
    add(&from, position != NULL ? position : options != NULL ? options : "");
    if (position != NULL)
        advise(&engine, from.chars, nodes);
    else
        play(&engine, from.chars, nodes, strtol(most, NULL, 10), strtoull(seed, NULL, 10));
    free(command.chars);
    free(from.chars);

    tell(&engine, "quit");
    int status = end_engine(&engine);
    if (status != 0) {
        fprintf(stderr, "client: %s: did not end well\n", engine.command);
        return FAILED;
    }
    return ferror(stdout) || fclose(stdout) != 0 ? FAILED : DONE;
}
